const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // Icons are in the style sheets.
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

/**
 * Security headers of a page and its files: nothing is loaded from other origins, inline scripts are not allowed. The
 * referrer policy stands in the page itself: with the header, Lighthouse's own navigation is aborted.
 *
 * @param policy directives of the Content-Security-Policy that differ
 */
export function pageHeaders(policy: Record<string, string[]> = {}): Record<string, string> {
  return {
    'Content-Security-Policy': Object.entries({ ...POLICY, ...policy })
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // The gateway compresses.
    Vary: 'Accept-Encoding',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
