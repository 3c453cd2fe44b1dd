/** Colour of a series or part: a number of the palette, or a meaning. */
export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 'good' | 'warn' | 'bad' | 'none';

export const toneClass = (tone: ChartTone) => `ui-tone-${tone}`;

/** The palette's colour for each of some series, in their order. */
export const toneAt = (index: number) => ((index % 10) + 1) as ChartTone;
