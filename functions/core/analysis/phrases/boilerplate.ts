import { isGenericChinese } from '../audit/links.ts';
import { isUnspaced } from '../words/words.ts';

/** Words of navigation, legal notices and forms on any site, and words that need another word to have a meaning. */
const PHRASES = new Set(
  [
    'about|about us|about this site|account|add to cart|all rights reserved|back to top|basket|blog|careers|cart|checkout|click here|close|comments|contact|contact us|cookie|cookie policy|cookies|copyright|delivery|disclaimer|email|e-mail|facebook|faq|follow us|forgot password|help|home|home page|homepage|imprint|instagram|language|learn more|legal|linkedin|log in|login|logout|menu|more|more info|my account|navigation|new|news|newsletter|next|ok|open|page|password|previous|prev|print|privacy|privacy policy|read more|register|returns|rights reserved|rss|save|search|see all|see more|send|share|shipping|show more|sign in|sign up|site|site map|sitemap|skip|skip to content|skip to main content|main content|skip to navigation|submit|subscribe|support|terms|terms of service|terms of use|terms and conditions|conditions|today|top|twitter|username|view|view all|view more|web|website|welcome|youtube|javascript|browser|enable javascript',
    // Words that need another word.
    'area|book|city|day|days|end|hour|hours|life|lot|man|minutes|month|months|number|part|people|place|point|problem|question|second|thing|time|times|today|tomorrow|tonight|week|weeks|women|men|word|words|work|works|world|year|years|yesterday|two|three|four|five|six|seven|eight|nine|ten|hundred|million|good|great|big|small|full|free|real|online|official|latest|article|articles|story|stories|video|videos|photo|photos|image|images|post|posts|posted|comment|reply|click|link|links',
    'agb|anmelden|datenschutz|datenschutzerklärung|impressum|kontakt|mehr|mehr erfahren|startseite|suche|suchen|warenkorb|weiter|weiterlesen|über uns',
    'accueil|connexion|en savoir plus|lire la suite|mentions légales|nous contacter|panier|plan du site|politique de confidentialité|recherche|rechercher|à propos',
    'aviso legal|buscar|contacto|inicio|iniciar sesión|leer más|política de privacidad|quiénes somos|ver más|contato|início|leia mais|saiba mais|sobre nós|chi siamo|contatti|leggi tutto|over ons|lees meer|zoeken',
    'войти|главная|далее|контакты|меню|о нас|поиск|подробнее|читать далее',
    '首页|首頁|更多|联系我们|聯絡我們|关于我们|關於我們|登录|登入|登陆|注册|註冊|版权所有|版權所有|友情链接|返回|返回顶部|返回首页|上一页|下一页|网站地图|隐私政策|使用条款|免责声明|网站首页|加入收藏|设为首页|搜索|提交|客服|备案|意见反馈|帮助中心|全部|导航|菜单|记录|页面',
    'ホーム|お問い合わせ|もっと見る|ログイン|会社概要|プライバシーポリシー|サイトマップ|利用規約|新規登録|検索|メニュー|トップ|トップページ',
    '홈|로그인|회원가입|더보기|검색|메뉴|고객센터|개인정보처리방침|이용약관',
  ].flatMap((list) => list.split('|')),
);

/** @returns whether a phrase is common on sites of any topic */
export function isBoilerplate(phrase: string): boolean {
  return PHRASES.has(phrase) || (isUnspaced(phrase) && isGenericChinese(phrase));
}
