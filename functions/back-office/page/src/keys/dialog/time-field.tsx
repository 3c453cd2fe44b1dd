import { RadioGroup } from '../../ui/radio-group.tsx';

interface TimeFieldProps<Choice extends string> {
  label: string;
  hint?: string;
  choices: Record<Choice, string>;
  chosen: Choice;
  onChoice: (choice: Choice) => void;
}

/** One of several times from now. */
export function TimeField<Choice extends string>({ choices, chosen, onChoice, ...field }: TimeFieldProps<Choice>) {
  const options = Object.entries<string>(choices).map(([id, text]) => ({ id: id as Choice, text }));
  return <RadioGroup {...field} options={options} value={chosen} onChange={onChoice} />;
}
