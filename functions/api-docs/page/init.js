/* global SwaggerUIBundle */

/** Follows the system's light or dark mode. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Below any stage or custom domain.
document.querySelector('[data-address]').textContent = new URL('..', location.href).href.replace(/\/$/, '');

SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // No validation of the description by an external service.
  validatorUrl: null,
});
