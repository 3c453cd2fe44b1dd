import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';

interface OwnerFieldProps {
  /** `null`: one of its own. */
  owner: string | null;
  onOwner: (owner: string | null) => void;
}

/** The owner of a new key: one of its own, or that of other keys, told by their names. */
export function OwnerField({ owner, onOwner }: OwnerFieldProps) {
  const api = useApi();
  const text = useText();
  const keys = useLoad(async (signal) => (await api.keys(signal)).keys, [api]);
  const itself = { value: '', label: text.keys.own_owner };
  return (
    <FormField label={text.keys.owner} constraintText={text.keys.owner_hint}>
      <ShowLoaded of={keys}>
        {(all) => {
          const options = [itself, ...ownersOf(all)];
          return (
            <Select
              options={options}
              selectedOption={options.find(({ value }) => value === (owner ?? '')) ?? itself}
              onChange={({ detail }) => onOwner(detail.selectedOption.value || null)}
              filteringType="auto"
            />
          );
        }}
      </ShowLoaded>
    </FormField>
  );
}

function ownersOf(keys: Key[]) {
  const names = Map.groupBy(keys, ({ owner }) => owner);
  return [...names].map(([owner, own]) => ({
    value: owner,
    label: [...new Set(own.map(({ name }) => name))].join(', '),
    description: owner,
  }));
}
