import { useState } from 'react';
import type { Watch } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/fields.tsx';
import { useSubject } from './watch-subject.ts';

interface UnfollowDialogProps {
  domains: readonly string[];
  /** All tags of the domains. */
  tags: readonly string[];
  onUnfollow: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms that domains are unfollowed, and states what happens to their watches. */
export function UnfollowDialog({ domains, tags, onUnfollow, onClose }: UnfollowDialogProps) {
  const api = useApi();
  const t = useTranslate();
  const watches = useLoad(['watches']);
  const [isRemoved, setRemoved] = useState(false);
  const concerned = (watches.data?.watches ?? []).filter(({ domains: watched, tag }) =>
    watched ? watched.some((domain) => domains.includes(domain)) : tags.includes(tag!),
  );
  const ofDomains = concerned.filter((watch) => watch.domains !== null);
  async function unfollow() {
    await onUnfollow();
    if (isRemoved) for (const watch of ofDomains) await leave(watch);
    onClose();
  }
  async function leave({ id, domains: watched }: Watch) {
    const left = watched!.filter((domain) => !domains.includes(domain));
    if (left.length > 0) await api.changeWatch(id, { domains: left });
    else await api.deleteWatch(id);
  }
  return (
    <FormDialog
      title={t('watches.unfollow.title', { count: domains.length, domain: domains[0] ?? '' })}
      submit={t('domains.unfollow')}
      isDisabled={watches.data === null}
      onSubmit={unfollow}
      onClose={onClose}
    >
      <p className="ui-bare">{t('watches.unfollow.snapshots')}</p>
      <ShowLoaded of={watches}>
        {() =>
          concerned.length > 0 && (
            <>
              <p className="ui-bare">{t('watches.unfollow.watches', { count: concerned.length })}</p>
              <ul className="watch__details ui-column ui-gap-1">
                {concerned.map((watch) => (
                  <li key={watch.id}>
                    <Subject of={watch} />
                  </li>
                ))}
              </ul>
              {ofDomains.length > 0 && (
                <Checkbox isSelected={isRemoved} onChange={setRemoved}>
                  {t('watches.unfollow.remove')}
                </Checkbox>
              )}
            </>
          )
        }
      </ShowLoaded>
    </FormDialog>
  );
}

const Subject = ({ of }: { of: Watch }) => <>{useSubject(of)}</>;
