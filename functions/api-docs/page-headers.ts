const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // The icons are in the style sheet.
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

/** Headers of the page and its files: nothing is loaded from other origins, inline scripts are not allowed. */
export const pageHeaders = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; '),
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;
