import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Audit } from '../../../../../core/record/record.ts';

type Status = Audit['extra_checks'][number]['status'];

/** Status indicator of an audit or check. */
export const statusTypes: Record<Status, StatusIndicatorProps.Type> = {
  fail: 'error',
  warn: 'warning',
  pass: 'success',
  not_applicable: 'stopped',
};
