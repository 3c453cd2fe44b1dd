import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { type SubmitEvent, useState } from 'react';
import { useFormat } from '../../language/use-format.ts';
import { useSiteText } from '../../language/site/use-site-text.ts';
import { useAction } from '../../loading/use-action.ts';
import { useMayAct } from '../../api/role.ts';

interface StartCrawlProps {
  /** Number of pages that is entered at first. */
  usual: number;
  most: number;
  label: string;
  onStart: (pages: number) => Promise<void>;
}

/** Begins a crawl of so many pages. */
export function StartCrawl({ usual, most, label, onStart }: StartCrawlProps) {
  const site = useSiteText();
  const format = useFormat();
  const { run, busy } = useAction();
  const mayAct = useMayAct();
  const [typed, setTyped] = useState(String(usual));
  const [isRefused, setRefused] = useState(false);
  const hint = site.pages_hint(format.number(most));

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const pages = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0;
    const isValid = pages >= 1 && pages <= most;
    setRefused(!isValid);
    if (isValid && !busy) void run(() => onStart(pages));
  }
  if (!mayAct) return null;
  return (
    <form onSubmit={submit}>
      <FormField
        label={site.pages_at_most}
        description={hint}
        errorText={isRefused ? hint : undefined}
        secondaryControl={
          <Button formAction="submit" loading={busy}>
            {label}
          </Button>
        }
      >
        <Input value={typed} inputMode="numeric" onChange={({ detail }) => setTyped(detail.value)} />
      </FormField>
    </form>
  );
}
