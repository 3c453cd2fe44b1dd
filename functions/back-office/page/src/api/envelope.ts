/** What is wrong with one parameter. */
export interface ErrorDetail {
  param: string;
  message: string;
}

/** The outer members of every answer. */
export type Envelope =
  | { success: true; request_id: string; data: unknown }
  | { success: false; request_id: string; error: string; message: string; details?: ErrorDetail[] };

/** The envelope in a body; `null` where the body is none, such as a proxy's page. */
export function readEnvelope(body: string): Envelope | null {
  try {
    const value = JSON.parse(body) as Partial<Envelope> | null;
    return typeof value?.success === 'boolean' ? (value as Envelope) : null;
  } catch {
    return null;
  }
}
