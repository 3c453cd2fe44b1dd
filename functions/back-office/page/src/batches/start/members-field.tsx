import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useText } from '../../language/use-language.ts';
import { offeredMembers } from './offered-members.ts';

export interface ChosenMembers {
  offered: readonly string[];
  /** As it was entered. */
  named: string;
}

interface MembersFieldProps {
  chosen: ChosenMembers;
  isEmpty: boolean;
  onChange: (chosen: ChosenMembers) => void;
}

/** Which figures are wanted: some that are offered, and any others by their names. */
export function MembersField({ chosen, isEmpty, onChange }: MembersFieldProps) {
  const text = useText();
  const { offered, named } = chosen;
  const toggle = (member: string, isChosen: boolean) =>
    offeredMembers.filter((each) => (each === member ? isChosen : offered.includes(each)));
  return (
    <SpaceBetween size="s">
      <div role="group" aria-label={text.batches.members}>
        <Box variant="awsui-key-label">{text.batches.members}</Box>
        <ColumnLayout columns={3}>
          {offeredMembers.map((member) => (
            <Checkbox
              key={member}
              checked={offered.includes(member)}
              onChange={({ detail }) => onChange({ offered: toggle(member, detail.checked), named })}
            >
              {text.batches.member[member]}
            </Checkbox>
          ))}
        </ColumnLayout>
        {isEmpty && (
          <div role="alert">
            <StatusIndicator type="error">{text.batches.no_members}</StatusIndicator>
          </div>
        )}
      </div>
      <FormField stretch label={text.batches.named_members} description={text.batches.named_members_hint}>
        <Input
          value={named}
          spellcheck={false}
          placeholder="page.lang, dns.mx_total"
          onChange={({ detail }) => onChange({ offered, named: detail.value })}
        />
      </FormField>
    </SpaceBetween>
  );
}
