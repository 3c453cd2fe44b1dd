import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { Select } from '../../ui/select.tsx';

/** Stands for the new key as its own owner. */
const ITSELF = 'itself';

interface OwnerFieldProps {
  /** `null`: one of its own. */
  owner: string | null;
  onOwner: (owner: string | null) => void;
}

/** The owner of a new key: one of its own, or that of other keys, told by their names. */
export function OwnerField({ owner, onOwner }: OwnerFieldProps) {
  const api = useApi();
  const t = useTranslate();
  const keys = useLoad(async (signal) => (await api.keys(signal)).keys, [api]);
  return (
    <ShowLoaded of={keys}>
      {(all) => (
        <Select
          label={t('keys.owner')}
          hint={t('keys.owner_hint')}
          options={[{ id: ITSELF, text: t('keys.own_owner') }, ...ownersOf(all)]}
          value={owner ?? ITSELF}
          onChange={(id) => onOwner(id === ITSELF ? null : id)}
        />
      )}
    </ShowLoaded>
  );
}

function ownersOf(keys: Key[]) {
  const names = Map.groupBy(keys, ({ owner }) => owner);
  return [...names].map(([id, own]) => ({ id, text: [...new Set(own.map(({ name }) => name))].join(', ') }));
}
