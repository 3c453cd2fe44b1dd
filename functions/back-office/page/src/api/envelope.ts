/** An invalid parameter. */
export interface ErrorDetail {
  param: string;
  /** Stable id of the rule that it breaks. */
  rule: string;
  message: string;
  /** The values in the message. */
  params: Readonly<Record<string, unknown>>;
}

/** The outer members of every response. */
export type Envelope =
  | { success: true; request_id: string; data: unknown }
  | {
      success: false;
      request_id: string;
      error: string;
      message: string;
      /** The values in the message. */
      params?: Readonly<Record<string, unknown>>;
      /** Whether the same request may succeed later. */
      retryable: boolean;
      details?: ErrorDetail[];
    };

/** Parses a body; `null` if it is not an envelope, such as a proxy's error page. */
export function readEnvelope(body: string): Envelope | null {
  try {
    const value = JSON.parse(body) as Partial<Envelope> | null;
    return typeof value?.success === 'boolean' ? (value as Envelope) : null;
  } catch {
    return null;
  }
}
