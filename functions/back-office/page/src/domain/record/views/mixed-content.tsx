import Box from '@cloudscape-design/components/box';
import type { DomainAnswer } from '../../../../../../core/record/record.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useTranslate } from '../../../language/use-translate.ts';
import { useText } from '../../../language/use-language.ts';
import { SiteText } from '../../../shared/site-text.tsx';

/** What a page over https includes over http, with the addresses. */
export function MixedContent({ of }: { of: NonNullable<DomainAnswer['security_headers']>['mixed_content'] }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const words = text.record.security_headers;
  return (
    <div>
      <Box variant="h4" tagOverride="p">
        {words.mixed_content}
      </Box>
      {of === null
        ? words.not_over_https
        : words.mixed_counts(format.number(of.blockable), format.number(of.upgradeable))}
      {of !== null && of.urls.length > 0 && (
        <ul className="described-list">
          {of.urls.map((url, index) => (
            <li key={index}>
              <SiteText>{url}</SiteText>
            </li>
          ))}
          {of.urls_total > of.urls.length && <li>{t('overview.more', { count: of.urls_total - of.urls.length })}</li>}
        </ul>
      )}
    </div>
  );
}
