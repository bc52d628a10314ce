<?php
/**
 * Does it.
 *
 * @param	string	the field
 * @param	mixed
 * @param array<string, int> $prices What things cost.
 * @param int &$n count
 * @param string ...$rest more
 * @param $x plain
 * @return	CI_DB
 */
function f($a, $b, $prices, &$n, $x, ...$rest) {}
