import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { ListedKeyword } from '../../../../contract.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { AddToList } from './add-to-list.tsx';

/** Copies keywords, one in each line. */
export function CopyKeywords({ keywords }: { keywords: readonly { keyword: string }[] }) {
  const text = useKeywordsText();
  const format = useFormat();
  const { notify, succeeded } = useNotify();
  async function copy() {
    try {
      await navigator.clipboard.writeText(keywords.map(({ keyword }) => keyword).join('\n'));
      succeeded(text.copied(format.number(keywords.length)));
    } catch {
      notify({ type: 'error', header: text.copy_failed });
    }
  }
  return (
    <Button iconName="copy" disabled={keywords.length === 0} onClick={() => void copy()}>
      {text.copy}
    </Button>
  );
}

/** Adds keywords to a list of the one who is signed in. */
export function ListKeywords({ keywords }: { keywords: ListedKeyword[] }) {
  const text = useKeywordsText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={keywords.length === 0} onClick={() => setOpen(true)}>
        {text.lists.add}
      </Button>
      {open && <AddToList keywords={keywords} onClose={() => setOpen(false)} />}
    </>
  );
}
