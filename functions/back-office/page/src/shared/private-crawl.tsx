import type { SiteAnswer } from '../../../../core/record/site-schema.ts';
import { useTranslate } from '../language/use-language.ts';
import { Badge } from '../ui/values.tsx';
import { hasCredentials } from './has-credentials.ts';

/** A mark of a crawl that only its owner and operators see; nothing for others. */
export function PrivateBadge({ of: { options } }: { of: Pick<SiteAnswer, 'options'> }) {
  const t = useTranslate();
  return hasCredentials(options) && <Badge>{t('site.private')}</Badge>;
}
