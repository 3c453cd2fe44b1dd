import Alert from '@cloudscape-design/components/alert';
import { ApiError } from '../api/api-error.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { useDescribeError } from '../loading/describe-error.ts';
import type { Part } from './follow/part.ts';

/** Which of the batches are not shown, and why. */
export function PartErrors({ parts }: { parts: readonly Part[] }) {
  const text = useText();
  const format = useFormat();
  const describe = useDescribeError();
  const missing = parts.filter(({ error }) => error !== null);
  if (missing.length === 0) return null;
  const why = (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return text.batches.gone;
    const { header, detail } = describe(error);
    return [header, detail].filter(Boolean).join(' · ');
  };
  return (
    <Alert type="error" header={text.batches.missing(format.number(missing.length), format.number(parts.length))}>
      {[...new Set(missing.map(({ error }) => why(error)))].map((reason) => (
        <div key={reason}>{reason}</div>
      ))}
    </Alert>
  );
}
