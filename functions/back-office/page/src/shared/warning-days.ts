/** Days before the end from which a warning is shown: certificates are renewed by programs, domains by people. */
export const CERTIFICATE_WARNING = 14;
export const REGISTRATION_WARNING = 30;
