import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TokenGroup from '@cloudscape-design/components/token-group';
import { useState } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { MOST_COMPARED, namesIn } from './compare-address.ts';

/** Which domains are compared, and a field for more of them. */
export function DomainsField({ domains, onChange }: { domains: string[]; onChange: (domains: string[]) => void }) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  const all = [...new Set([...domains, ...namesIn(entered)])];
  const isTooMany = all.length > MOST_COMPARED;

  function add() {
    if (isTooMany || all.length === domains.length) return;
    onChange(all);
    setEntered('');
  }
  return (
    <SpaceBetween size="s">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <FormField
          label={t('compare.domain')}
          description={t('compare.domain_hint')}
          constraintText={domains.length < 2 && t('compare.too_few')}
          {...(isTooMany && { errorText: t('compare.too_many') })}
          secondaryControl={<Button disabled={isTooMany || entered.trim() === ''}>{t('compare.add')}</Button>}
        >
          <Input
            value={entered}
            autoComplete={false}
            spellcheck={false}
            placeholder="example.com"
            onChange={({ detail }) => setEntered(detail.value)}
          />
        </FormField>
      </form>
      <TokenGroup
        items={domains.map((domain) => ({ label: domain, dismissLabel: t('compare.remove', { domain }) }))}
        onDismiss={({ detail }) => onChange(domains.filter((_, index) => index !== detail.itemIndex))}
      />
    </SpaceBetween>
  );
}
