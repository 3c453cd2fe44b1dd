export interface Place {
  x: number;
  y: number;
}

/**
 * Returns the paths of a line: one for each run of known places.
 *
 * @param places in order; `null` where the value is unknown
 */
export function runsOf(places: readonly (Place | null)[]): Place[][] {
  const runs: Place[][] = [[]];
  for (const place of places) {
    if (place) runs.at(-1)!.push(place);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The `d` of a path along places. */
export const linePath = (places: readonly Place[]) =>
  `M${places.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;

/** The `d` of the area between places and a height. */
export const areaPath = (places: readonly Place[], bottom: number) =>
  `${linePath(places)}L${round(places.at(-1)!.x)} ${round(bottom)}L${round(places[0]!.x)} ${round(bottom)}Z`;

/**
 * The `d` of a part of a ring, clockwise from the top.
 *
 * @param from as a part of the whole ring, 0 to 1
 * @param to as a part of the whole ring, less than 1 after `from`
 */
export function arcPath(centre: number, radius: number, from: number, to: number): string {
  const at = (part: number) => {
    const angle = 2 * Math.PI * part - Math.PI / 2;
    return `${round(centre + radius * Math.cos(angle))} ${round(centre + radius * Math.sin(angle))}`;
  };
  // A whole circle has no direction: its two ends are a little apart.
  const end = Math.min(to, from + 0.9999);
  return `M${at(from)}A${radius} ${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${at(end)}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
