/** Maps counts to heights. */
export interface Scale {
  /** The largest count. */
  readonly most: number;
  /** The height of the largest count, in pixels. */
  readonly height: number;
}

/**
 * Return the height of a bar.
 *
 * @param count - The values in the bin.
 */
export function heightOf(count: number, scale: Scale): number {
  return scale.most === 0 ? 0 : (count / scale.most) * scale.height;
}
