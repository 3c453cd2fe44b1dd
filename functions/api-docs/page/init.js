/* global SwaggerUIBundle */

/** Follows the system's choice of light or dark. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Asks nobody else whether the description is valid.
  validatorUrl: null,
  onComplete: () => {
    const title = document.querySelector('.info .title');
    if (title?.firstChild) document.title = title.firstChild.textContent;
  },
});
