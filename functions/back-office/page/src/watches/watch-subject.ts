import type { Watch } from '../../../contract.ts';
import { useTranslate } from '../language/use-language.ts';

/** Domains that are shown at first. */
export const FIRST = 3;

/** Returns the name of a watch: what it watches. */
export function useSubject({ domains, tag }: Pick<Watch, 'domains' | 'tag'>): string {
  const t = useTranslate();
  if (domains === null) return t('watches.tagged', { tag: tag ?? '' });
  if (domains.length === 0) return t('watches.no_domains');
  const others = domains.length - FIRST;
  const named = domains.slice(0, FIRST).join(t('common.comma'));
  return others > 0 ? t('watches.and_others', { domains: named, count: others }) : named;
}
