import './button.css';

/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 10_000_000;

interface FileButtonProps {
  children: string;
  onChoose: (file: File) => void;
}

/** A button that chooses a text or CSV file; the same file can be chosen again. */
export function FileButton({ children, onChoose }: FileButtonProps) {
  return (
    <label className="ui-button ui-button--secondary ui-button--file ui-anchor">
      {children}
      <input
        className="visually-hidden"
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
    </label>
  );
}
