/** Titles and headings of error pages by language, in lower case and without punctuation at the end. */
const TEXTS: ReadonlySet<string> = new Set(
  [
    // Numbers, and English
    '404|error 404|404 error|http 404|404 not found|404 page not found|404 file not found|page not found|the page cannot be found|page cannot be found|this page could not be found|this page does not exist|page does not exist|the page you requested could not be found|we couldn’t find that page|oops! that page can’t be found|this page isn’t available|not found|file not found|410 gone|500 internal server error|internal server error',
    // German, Dutch, Danish, Norwegian, Swedish, Finnish
    'fehler 404|404 fehler|seite nicht gefunden|die seite wurde nicht gefunden|404 seite nicht gefunden|pagina niet gevonden|siden blev ikke fundet|siden ble ikke funnet|sidan hittades inte|sivua ei löytynyt',
    // French, Spanish, Portuguese, Italian
    'erreur 404|page non trouvée|page introuvable|cette page n’existe pas|página no encontrada|página não encontrada|erro 404|errore 404|pagina non trovata',
    // Polish, Czech, Russian, Ukrainian, Turkish
    'błąd 404|nie znaleziono strony|strona nie została znaleziona|stránka nenalezena|ошибка 404|страница не найдена|сторінку не знайдено|sayfa bulunamadı',
    // Chinese, Japanese, Korean, Vietnamese
    '页面不存在|页面未找到|找不到页面|您访问的页面不存在|您访问的页面不存在或已删除|頁面不存在|找不到頁面|找不到網頁|ページが見つかりません|ページが見つかりませんでした|お探しのページは見つかりませんでした|페이지를 찾을 수 없습니다|không tìm thấy trang',
  ].flatMap((texts) => texts.split('|')),
);
/** Longer texts are no titles of error pages. */
const MAX_LENGTH = 300;
/** Between the parts of a title, such as the name of the page and that of the site. */
const SEPARATOR = /\s[-·•»]\s|[|｜_–—]|:\s/;

/** @returns whether a title or one of its parts, or a heading, is that of an error page */
export function isErrorText(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const normal = text.normalize('NFKC').toLowerCase().replaceAll("'", '’').trim();
  return [normal, ...normal.split(SEPARATOR)].some((part) => TEXTS.has(part.trim().replace(/[.!。…]{1,3}$/u, '')));
}
