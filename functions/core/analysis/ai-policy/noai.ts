import type { RobotsMeta } from '../page/page-facts.ts';
import { statedDirectives } from '../robots/page-directives.ts';
import type { PolicyMembers } from '../../record/record.ts';
import { RULES } from './drafts.ts';
import { declarationOf, type Headers } from './statement.ts';

type NoAi = NonNullable<PolicyMembers['noai']>;

const DIRECTIVES = ['noai', 'noimageai'] as const;
const isOurs = (directive: string) => DIRECTIVES.some((name) => name === directive);

/** Reads the directives `noai` and `noimageai` of the robots meta elements and the X-Robots-Tag headers of a page. */
export function readNoAi(metas: readonly RobotsMeta[], headers: Headers): NoAi | null {
  const stated = statedDirectives(metas, headers).filter(({ directive }) => isOurs(directive));
  const found = (['header', 'meta'] as const).flatMap((source) => {
    const own = new Set<string>(stated.filter((each) => each.source === source).map(({ directive }) => directive));
    if (own.size === 0) return [];
    return [{ source, text: [...own].join(', '), directives: DIRECTIVES.filter((name) => own.has(name)) }];
  });
  return declarationOf(RULES.noai, found, []);
}
