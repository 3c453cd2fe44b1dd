import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { hrefOf } from '../../routing/route.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import type { Outcome } from './add-domains.ts';
import { AddForm, useDescribeRefusal } from './add-form.tsx';

interface AddDialogProps {
  /** The name that the field contains at first. */
  first?: string;
  onAdded: (names: string[]) => void;
  onClose: () => void;
}

/** Adds domains, and states what happened to each name. */
export function AddDialog({ first = '', onAdded, onClose }: AddDialogProps) {
  const t = useTranslate();
  const overview = useLoad(['overview'], { isQuiet: true });
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  return (
    <Dialog title={t('domains.add')} onClose={onClose}>
      <AddForm
        first={first}
        hasSandbox={overview.data?.has_demo === true}
        onAdded={(added) => {
          setOutcomes([...added, ...outcomes]);
          onAdded(added.filter(({ refused }) => refused === null).map(({ name }) => name));
        }}
      />
      <div role="status">
        <Outcomes of={outcomes} />
      </div>
    </Dialog>
  );
}

function Outcomes({ of }: { of: readonly Outcome[] }) {
  const t = useTranslate();
  const describe = useDescribeRefusal();
  if (of.length === 0) return null;
  return (
    <ul className="ui-list ui-column ui-gap-2 ui-after">
      {of.map((outcome, index) => {
        const { name, following, refused } = outcome;
        return (
          <li
            key={`${of.length - index} ${name}`}
            className={refused ? 'ui-line ui-baseline ui-gap-2' : 'ui-row ui-baseline ui-gap-2'}
          >
            <Icon name={refused ? 'error' : 'success'} tone={refused ? 'bad' : 'good'} />
            {refused ? (
              <span>
                {refused instanceof Error && `${name}${t('common.colon')}`}
                {describe(outcome)}
              </span>
            ) : (
              <>
                <Link href={hrefOf({ view: 'domain', domain: name })}>{name}</Link>
                <span className="ui-quiet">{t(`domains.add.outcomes.${following}`)}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
