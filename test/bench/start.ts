import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundles, type Contestant, createDatabase, run } from './start/instance.ts';
import type { Run } from './start/run-instance.ts';
import { median, type Row } from './table.ts';

interface Effort {
  rounds: number;
  warmRounds: number;
  warmCalls: number;
}

/** Cached reads besides that of a domain. */
const otherReads: Contestant[] = [
  ...(['seo-page', 'seo-site', 'seo-site-pages', 'seo-history'] as const),
  ...(['seo-keywords', 'seo-long-tail', 'seo-batches', 'usage'] as const),
];

/** Times as many rounds for the two that load next to nothing. */
const LIGHT_ROUNDS = 4;

type Runs = Partial<Record<Contestant, Run[]>>;

/** Measures cold starts and warm calls with a cached response, compared with handlers that do less. */
export function benchStart(): Promise<Row[]> {
  return compare(['empty', 'api-key-authorizer', 'seo-query', ...otherReads, 'mcp', 'mcp-library', 'bare'], {
    rounds: 25,
    warmRounds: 5,
    warmCalls: 1_000,
  });
}

/** Measures the same in a few seconds, without handlers that need further packages. */
export function benchStartBriefly(): Promise<Row[]> {
  return compare(['empty', 'api-key-authorizer', 'seo-query', 'bare'], { rounds: 7, warmRounds: 1, warmCalls: 300 });
}

async function compare(contestants: Contestant[], { rounds, warmRounds, warmCalls }: Effort): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-start-'));
  const file = bundles(dir);
  const { environmentOf, close } = await createDatabase(dir, contestants);
  const measure = (name: Contestant, calls?: number) => run(file(name), name, environmentOf(name), calls);
  const cold = await alternately(contestants, rounds, (name) => measure(name));
  // Their starts differ by less than those of one process do, which 25 rounds do not average out.
  const light = await alternately(['empty', 'api-key-authorizer'], rounds * LIGHT_ROUNDS, (name) => measure(name));
  const warm = await alternately(['seo-query', 'bare'], warmRounds, (name) => measure(name, warmCalls));
  close();
  rmSync(dir, { recursive: true });
  return [...coldRows(cold), ratioOfLight(light), ...warmRows(warm)];
}

/** Measures alternately, so that other work on the machine affects all of them. The first round is warm-up. */
async function alternately(
  names: Contestant[],
  rounds: number,
  measure: (name: Contestant) => Promise<Run>,
): Promise<Runs> {
  const runs: Runs = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const measured = await measure(name);
      if (round > 0) (runs[name] ??= []).push(measured);
    }
  }
  return runs;
}

const ratio = (what: string, value: number, goal: number): Row => ({ what, samples: [value], unit: 'ratio', goal });

function coldRows(runs: Runs): Row[] {
  const names = Object.keys(runs) as Contestant[];
  const of = (name: Contestant, part: 'total' | 'init' | 'call') => runs[name]!.map((each) => each[part]);
  const total = (name: Contestant) => median(of(name, 'total'));
  const net = (name: Contestant) => total(name) - total('empty');
  const parts = names.filter((name) => name !== 'empty' && name !== 'api-key-authorizer');
  return [
    ...names.map((name): Row => ({ what: `start: ${name}`, samples: of(name, 'total'), unit: 'ms' })),
    ...parts.flatMap((name): Row[] => [
      { what: `start: ${name}, init`, samples: of(name, 'init'), unit: 'ms' },
      { what: `start: ${name}, first call`, samples: of(name, 'call'), unit: 'ms' },
    ]),
    ...['seo-query' as const, ...otherReads.filter((name) => runs[name])].map((name) =>
      ratio(`start minus an empty process: ${name} / bare handler`, net(name) / net('bare'), 0.6),
    ),
    ...(runs.mcp
      ? [
          ratio(
            '(start of mcp - that of the protocol library) / (bare handler - empty process)',
            (total('mcp') - total('mcp-library')) / net('bare'),
            0.65,
          ),
        ]
      : []),
  ];
}

function ratioOfLight(runs: Runs): Row {
  const total = (name: Contestant) => median(runs[name]!.map((each) => each.total));
  return ratio('start: api-key-authorizer / empty handler', total('api-key-authorizer') / total('empty'), 1.05);
}

function warmRows({ 'seo-query': query, bare }: Runs): Row[] {
  const measures = [
    { what: 'time', unit: 'ms', of: ({ wall }: Run) => median(wall!) },
    { what: 'CPU', unit: 'ms', of: ({ cpu }: Run) => cpu! },
    { what: 'allocated', unit: 'KB', of: ({ bytes }: Run) => bytes! / 1024 },
  ] as const;
  return measures.flatMap(({ what, unit, of }): Row[] => {
    const [ours, theirs] = [query!.map(of), bare!.map(of)];
    const ratio = median(ours) / median(theirs);
    return [
      { what: `warm: seo-query, ${what} per call`, samples: ours, unit },
      { what: `warm: bare, ${what} per call`, samples: theirs, unit },
      { what: `warm: ${what}, seo-query / bare handler`, samples: [ratio], unit: 'ratio', goal: 1.25 },
    ];
  });
}
