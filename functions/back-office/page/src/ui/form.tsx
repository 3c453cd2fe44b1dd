import type { ReactNode } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { useDescribeError, useInvalidFields } from '../language/use-language.ts';
import { Banner } from './feedback.tsx';

interface FormProps {
  /** Classes of its layout; by default its parts are below one another. */
  layout?: string;
  /** Whether it can be sent now. */
  isReady?: boolean;
  /** Why the service has refused it: each field shows what is wrong with the parameter that it is named after. */
  error?: unknown;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form, which is sent with its button or the Enter key. The input is kept. */
export function Form({ layout = 'ui-column ui-gap-4', isReady = true, error = null, onSubmit, children }: FormProps) {
  const invalid = useInvalidFields(error);
  return (
    <AriaForm
      className={layout}
      validationBehavior="aria"
      validationErrors={invalid}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit();
      }}
    >
      {children}
    </AriaForm>
  );
}

/** Why a form was refused. In a long one, it is scrolled to. */
export function FormError({ of }: { of: unknown }) {
  const describe = useDescribeError();
  if (of === null) return null;
  const { header, detail } = describe(of);
  return (
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      <Banner tone="bad" title={header}>
        {detail}
      </Banner>
    </div>
  );
}
