/**
 * @file About the file, not about the function.
 */

/**
 * Unregisters the {@link CustomQueryHandler | custom query handler} for the
 * given name; see {@link https://example.org/x the page}, [here]{@link Foo}, `{@link x}`.
 *
 * @remarks More of it.
 * @param {Object.<string, {a: number}>} [options={}] - The options
 * @param name - The name of `it`
 * @param [clear=false] {Boolean} if true, all goes
 * @returns {Promise<void>} nothing
 * @throws {TypeError} if there is no handler
 * @example
 * const x = await unregister(1);
 * @example <caption>With text</caption>
 * See:
 * ```ts
 * // @param none
 * ```
 * @experimental
 * @defaultValue `'binary'`
 * @deprecated
 */
// eslint-disable-next-line
export function unregister(options) {}

// No documentation.
export const plain = 1;

/** Has `__proto__`, __proto__ and <b>bold</b>, a Map<string, T>. */
export interface Bold {}

/**
 * Takes part of it.
 *
 * @internal
 * Only for the tests.
 * @private
 * @access protected
 * @experimental - May change.
 * @function
 * @param a - One
 */
export function take(a) {}

/** @internal @deprecated for good */
export const alone = 1;
