import type { Alternate } from '../../analysis/hreflang/cluster.ts';

/** Requests for one home page, robots.txt files included. */
const MOST_REQUESTS = 5;
const MOST_ALTERNATES = 5;

interface Plan {
  /** In the order of the page. */
  chosen: Alternate[];
  /** Requests that they take. */
  requests: number;
}

/**
 * Chooses alternates that can be asked with so many requests. Those that need no robots.txt come first where not all can;
 * of others, those of one origin share the request for it.
 *
 * @param isAnswered whether the crawl has asked for an address already
 * @param isKnown whether the robots.txt of an address was read
 */
export function planRequests(
  alternates: Alternate[],
  isAnswered: (url: string) => boolean,
  isKnown: (url: string) => boolean,
): Plan {
  const costOf = (chosen: Alternate[]) => {
    const asked = chosen.flatMap(({ url }) => (isAnswered(url) ? [] : new URL(url)));
    const files = new Set(asked.filter(({ href }) => !isKnown(href)).map(({ origin }) => origin));
    return asked.length + files.size;
  };
  const first = alternates.slice(0, MOST_ALTERNATES);
  const needsNoFile = ({ url }: Alternate) => isAnswered(url) || isKnown(url);
  const preferred = costOf(first) <= MOST_REQUESTS ? first : sortedBy(alternates, needsNoFile);
  const chosen: Alternate[] = [];
  for (const alternate of preferred) {
    if (chosen.length < MOST_ALTERNATES && costOf([...chosen, alternate]) <= MOST_REQUESTS) chosen.push(alternate);
  }
  return { chosen: alternates.filter((alternate) => chosen.includes(alternate)), requests: costOf(chosen) };
}

function sortedBy(alternates: Alternate[], isFirst: (alternate: Alternate) => boolean): Alternate[] {
  return [...alternates.filter(isFirst), ...alternates.filter((alternate) => !isFirst(alternate))];
}
