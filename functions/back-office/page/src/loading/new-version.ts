/**
 * Whether the service has another version of the page than this tab: then files that the tab has not loaded yet may be
 * gone. The names of files change with what is in them.
 *
 * @throws where the service cannot be asked
 */
export async function isOutdated(): Promise<boolean> {
  const response = await fetch(window.location.pathname, { cache: 'no-store' });
  if (!response.ok) throw new Error(`The page: status ${response.status}`);
  const html = await response.text();
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')!;
  return !html.includes(own.src.split('/').at(-1)!);
}

/** Loads the page anew, in the same view, once the service can be reached. @throws where it cannot */
export async function loadAnew(): Promise<void> {
  await isOutdated();
  window.location.reload();
}
