import './labels.css';

export interface LabelProps {
  color: 'blue' | 'red' | 'grey';
  text: string;
}

/** Short words about something. They are plain elements, since a table may have hundreds. */
export function Labels({ of }: { of: LabelProps[] }) {
  return (
    <span className="labels">
      {of.map(({ color, text }) => (
        <span key={text} className={`label label--${color}`}>
          {text}
        </span>
      ))}
    </span>
  );
}
