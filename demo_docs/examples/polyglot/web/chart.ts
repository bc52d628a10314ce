import { heightOf, type Scale } from "./scale";

/** A bar of the chart. */
export type Bar = { readonly height: number; readonly label: string };

/** Draws the counts of a histogram as bars. */
export class Chart {
  constructor(private readonly height = 200) {}

  bars(counts: readonly number[]): Bar[] {
    const scale: Scale = { most: Math.max(0, ...counts), height: this.height };
    return counts.map((count) => ({
      height: heightOf(count, scale),
      label: String(count),
    }));
  }
}
