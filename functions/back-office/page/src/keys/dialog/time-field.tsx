import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';

interface TimeFieldProps<Choice extends string> {
  label: string;
  hint?: string;
  choices: Record<Choice, string>;
  chosen: Choice;
  onChoice: (choice: Choice) => void;
}

/** One of several times from now. */
export function TimeField<Choice extends string>({ label, hint, choices, chosen, onChoice }: TimeFieldProps<Choice>) {
  return (
    <FormField label={label} constraintText={hint}>
      <RadioGroup
        value={chosen}
        items={Object.entries<string>(choices).map(([value, text]) => ({ value, label: text }))}
        onChange={({ detail }) => onChoice(detail.value as Choice)}
      />
    </FormField>
  );
}
