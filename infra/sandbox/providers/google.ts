import { json, type StandInAnswer } from './stand-in.ts';

/** An error in the form that all of Google's services have. */
export function googleError(code: number, status: string, message: string, details: unknown[] = []): StandInAnswer {
  return json({ error: { code, message, status, ...(details.length > 0 && { details }) } }, code);
}

export function invalidKey(): StandInAnswer {
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' };
  return googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [reason]);
}
