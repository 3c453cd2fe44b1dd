import type { IssueWords } from './english.ts';

/** What is wrong with the pages that show an issue, and how it is fixed, by its id; those of audits have the words of the audits. */
export const chineseIssues: Readonly<Record<string, IssueWords>> = {
  'broken-link': {
    title: '页面链接到不存在或返回错误的页面',
    fix: '改正链接的地址，或删除链接。如果页面已移动，请将旧地址重定向到新地址。',
  },
  'redirect-link': {
    title: '页面链接到会重定向的地址',
    fix: '直接链接到重定向的最终地址。',
  },
  'redirect-chain': {
    title: '页面链接到连续多次的重定向',
    fix: '链接到最终地址，并让每个重定向一步到达。',
  },
  'redirect-loop': {
    title: '页面链接到循环的重定向',
    fix: '让重定向到达有答复的页面。主机名、https 和末尾斜杠的规则常常互相矛盾。',
  },
  'redirect-to-error': {
    title: '页面链接到最终返回错误的重定向',
    fix: '链接到有答复的页面，并让重定向通向这样的页面，或删除它。',
  },
  'client-error': {
    title: '该地址答复页面不存在 (4xx)',
    fix: '恢复页面，或将地址重定向到替代它的页面。如果页面已永久消失，请删除指向它的链接。',
  },
  'server-error': {
    title: '服务器未能返回页面 (5xx)',
    fix: '在服务器日志中查找原因。连续数天出错的页面会被搜索引擎移除。',
  },
  'slow-page': {
    title: '服务器答复缓慢',
    fix: '使用缓存答复，或找出服务器上耗时的部分。800 毫秒以内为良好。',
  },
  'large-page': {
    title: '页面的 HTML 非常大',
    fix: '将 HTML 中的样式、脚本、数据和图片移到单独的文件，并将长列表分成多个页面。',
  },
  'title-missing': {
    title: '页面没有标题',
    fix: '为页面添加说明其内容的 <title>。',
  },
  'title-short': {
    title: '标题过短',
    fix: '在标题中说明页面的内容，约 30 到 60 个字符。中日韩文字按两个字符计。',
  },
  'title-long': {
    title: '标题过长',
    fix: '将标题缩短到约 60 个字符，重要内容放在前面，超出部分会在搜索结果中被截断。中日韩文字按两个字符计。',
  },
  'title-duplicate': {
    title: '多个页面使用同一标题',
    fix: '为每个页面使用各自的标题。如果它们是同一页面的不同版本，请指定规范页面。',
  },
  'description-missing': {
    title: '页面没有元描述',
    fix: '为页面添加元描述，用一两句话说明访问者能找到什么。',
  },
  'description-short': {
    title: '元描述过短',
    fix: '在元描述中说明访问者能在页面上找到什么，约 70 到 160 个字符。中日韩文字按两个字符计。',
  },
  'description-long': {
    title: '元描述过长',
    fix: '将元描述缩短到约 160 个字符，重要内容放在前面。中日韩文字按两个字符计。',
  },
  'description-duplicate': {
    title: '多个页面使用同一元描述',
    fix: '为每个页面写各自的描述。如果它们是同一页面的不同版本，请指定规范页面。',
  },
  'h1-missing': {
    title: '页面没有主标题 (h1)',
    fix: '为页面添加一个说明其内容的 <h1>。',
  },
  'h1-duplicate': {
    title: '多个页面使用同一主标题 (h1)',
    fix: '为每个页面使用能体现其特点的主标题。',
  },
  'h1-several': {
    title: '页面有多个主标题 (h1)',
    fix: '保留说明页面内容的 <h1>，其余改为 <h2>。',
  },
  'content-duplicate': {
    title: '页面正文与其他页面相同',
    fix: '将其中一个页面指定为规范页面，或将其他页面重定向到它。',
  },
  'content-thin': {
    title: '页面正文很少',
    fix: '在页面上提供访问者想找的内容，或将它与其他页面合并。不需要被搜索到的页面可以使用 noindex。',
  },
  'canonical-to-redirect': {
    title: '页面的规范地址会重定向',
    fix: '将重定向的最终地址指定为规范地址。',
  },
  'canonical-to-error': {
    title: '页面的规范地址返回错误',
    fix: '将有答复的页面，或页面本身，指定为规范页面。',
  },
  'canonical-to-noindex': {
    title: '规范页面带有 noindex，搜索引擎不会收录',
    fix: '去掉规范页面的 noindex，或指定另一个规范页面。',
  },
  'canonical-chain': {
    title: '规范页面又指定了另一个规范页面',
    fix: '在这些页面上都将最后一个页面指定为规范页面。',
  },
  'sitemap-noindex': {
    title: '站点地图列出了带有 noindex 的页面',
    fix: '从站点地图中去掉此页面；如果页面应被找到，请去掉 noindex。',
  },
  'sitemap-redirect': {
    title: '站点地图列出了会重定向的地址',
    fix: '列出重定向的最终地址。',
  },
  'sitemap-error': {
    title: '站点地图列出了返回错误的地址',
    fix: '从站点地图中去掉此地址，或恢复页面。',
  },
  'sitemap-orphan': {
    title: '站点地图列出了此页面，但没有页面链接到它',
    fix: '从相关页面链接到此页面；如果不需要它，请从站点地图中去掉。',
  },
  'sitemap-missing': {
    title: '页面不在任何站点地图中',
    fix: '将页面加入站点地图。',
  },
  'hreflang-no-return': {
    title: '页面的 hreflang 对应页面没有链接回此页面',
    fix: '让页面的所有版本都用 hreflang 互相指明，并指明自身。',
  },
  'hreflang-to-error': {
    title: '页面的 hreflang 对应页面返回错误',
    fix: '改正对应页面的地址，或删除它。',
  },
  'http-link': {
    title: '页面通过 http 链接到本站页面',
    fix: '链接到 https 地址。',
  },
  'mixed-content': {
    title: '页面通过 http 引用文件',
    fix: '通过 https 加载图片、脚本和样式，否则浏览器会阻止其中一部分。',
  },
  'deep-page': {
    title: '页面距首页超过四次点击',
    fix: '从离首页更近的页面链接到此页面。',
  },
  'single-inlink': {
    title: '只有一个页面以可跟踪的链接指向此页面',
    fix: '从同一主题的其他页面链接到此页面。',
  },
  'internal-nofollow': {
    title: '页面对本站链接使用了 nofollow',
    fix: '指向搜索引擎可以读取的页面的链接应去掉 nofollow；其他页面用 robots.txt 禁止。',
  },
  'robots-blocked-link': {
    title: '页面链接到 robots.txt 不允许的地址',
    fix: '如果该地址应被找到，请在 robots.txt 中允许它；否则链接可以保留或删除。',
  },
  'lang-missing': {
    title: '页面没有声明语言',
    fix: '在 <html> 的 lang 属性中声明语言，例如 lang="zh"。',
  },
  'structured-data-invalid': {
    title: '结构化数据无法解析',
    fix: '在指出的行和列改正 JSON。搜索引擎会忽略整个数据块。',
  },
  'structured-data-required-missing': {
    title: '结构化数据缺少 Google 富媒体搜索结果的必需属性',
    fix: '添加这些属性并填写有效的值。缺少必需属性的实体不会显示为富媒体搜索结果。',
  },
  'structured-data-unknown-type': {
    title: '结构化数据使用了 schema.org 未定义的类型',
    fix: '改正类型名称；名称区分大小写。搜索引擎会忽略类型未知的实体。',
  },
  'structured-data-contradictory': {
    title: '结构化数据对同一实体（@id）的描述互相矛盾',
    fix: '为不同的实体使用不同的 @id，或让同一实体的值保持一致。搜索引擎会合并 @id 相同的所有对象。',
  },
  'structured-data-recommended-missing': {
    title: '结构化数据缺少 Google 富媒体搜索结果的建议属性',
    fix: '添加适用的属性，使富媒体搜索结果更完整，也更有机会显示。',
  },
  'content-near-duplicate': {
    title: '页面正文与其他页面几乎相同',
    fix: '为每个页面撰写不同的正文，或将其中一个设为其他页面的规范页面。对于相似页面，搜索引擎只会展示其中一个。',
  },
  'canonical-loop': {
    title: '规范网址互相指向，形成循环',
    fix: '选定其中一个页面，并让所有页面（包括该页面自身）都将它设为规范网址。规范网址互相矛盾时，搜索引擎会全部忽略。',
  },
  'canonical-to-http': {
    title: 'https 页面的规范网址是 http 地址',
    fix: '将 https 地址设为规范网址。当前的标注会让搜索引擎向访客展示不安全的地址。',
  },
  'canonical-to-first-page': {
    title: '分页页面将第一页设为规范网址',
    fix: '让每个分页都以自身为规范网址，否则搜索引擎可能看不到仅在后续分页中列出的内容。',
  },
  'hreflang-to-redirect': {
    title: '页面的 hreflang 备用网址会重定向',
    fix: '改用重定向的最终地址。不是最终地址的备用网址会被搜索引擎忽略。',
  },
  'hreflang-to-noindex': {
    title: '页面的 hreflang 备用网址设有 noindex',
    fix: '移除备用页面的 noindex，或删除该标注。搜索引擎无法向访客展示不允许收录的版本。',
  },
  'hreflang-to-canonicalised': {
    title: '页面的 hreflang 备用网址以其他页面为规范网址',
    fix: '改用该语言的规范页面，或让备用页面以自身为规范网址。',
  },
  'hreflang-no-self': {
    title: '页面的 hreflang 标注未包含自身',
    fix: '添加指向页面自身的 hreflang 链接。每个版本都必须列出自身和所有其他版本，否则标注可能被忽略。',
  },
  'hreflang-no-default': {
    title: '页面的 hreflang 标注缺少 x-default',
    fix: '添加 hreflang="x-default" 的备用网址，供语言不在各版本之列的访客使用，例如语言选择页。',
  },
  'hreflang-language-differs': {
    title: '页面的 hreflang 备用网址使用了另一种语言',
    fix: '改正标注中的语言代码，或备用页面的 lang 属性。',
  },
  'sitemap-canonicalised': {
    title: '站点地图列出了以其他页面为规范网址的页面',
    fix: '改为列出规范页面。站点地图用于向搜索引擎推荐页面，而该页面并不用于搜索结果。',
  },
  'sitemap-blocked': {
    title: '站点地图列出了被 robots.txt 禁止的地址',
    fix: '如果希望搜索引擎收录该页面，请在 robots.txt 中允许；否则将其从站点地图中移除。',
  },
  'orphan-page': {
    title: '没有页面链接到该页面，站点地图也未列出',
    fix: '从主题相同的页面链接到它。没有链接，访客找不到页面，搜索引擎也不会赋予其权重。',
  },
  'dead-end': {
    title: '页面没有指向其他页面的链接',
    fix: '添加指向相关页面和网站导航的链接，让访客和搜索引擎可以继续浏览。',
  },
  'url-slash-versions': {
    title: '地址末尾有无斜杠均可访问',
    fix: '将其中一个地址重定向到另一个，并统一链接到后者。否则链接和排名会分散到两个页面。',
  },
  'external-broken': {
    title: '页面链接到其他网站上不存在的页面',
    fix: '更正链接的地址，或将其删除。访客点击后会看到错误，大量失效链接也会让搜索引擎认为页面无人维护。',
  },
  'image-broken': {
    title: '图片无法加载',
    fix: '更正图片地址，或恢复文件。访客只能看到空白或替代文本，图片搜索中也不会出现该图片。',
  },
  'image-large': {
    title: '图片超过 200 KB',
    fix: '按显示尺寸提供压缩后的图片，格式用 WebP 或 AVIF。网速慢的访客需要等待，最大的图片往往决定页面的感知速度（LCP）。',
  },
  'stylesheet-broken': {
    title: '样式表无法加载',
    fix: '更正样式表地址，或恢复文件。访客看到的页面没有布局，搜索引擎可能判定其不适合移动设备。',
  },
  'script-broken': {
    title: '脚本无法加载',
    fix: '更正脚本地址，或恢复文件。脚本的功能对访客失效，搜索引擎也看不到由它生成的内容。',
  },
  'title-several': {
    title: '页面有多个 title 标签',
    fix: '在 head 中只保留一个 <title>，删除其余的（多由插件添加）。否则搜索引擎会自行选择或改写显示的标题。',
  },
  'description-several': {
    title: '页面有多个元描述',
    fix: '只保留一个元描述，删除其余的。否则搜索结果的摘要可能取自错误的那一个。',
  },
  'canonical-several': {
    title: '页面有多个不同的规范网址',
    fix: '在 head 或 Link 响应头中只保留一个规范网址。互相矛盾的规范网址会全部被搜索引擎忽略，由搜索引擎自行选择页面。',
  },
  'meta-refresh': {
    title: '页面使用 meta refresh',
    fix: '改用 301 重定向，或用脚本更新页面中变化的部分。meta refresh 会先显示本页并使后退按钮失效，搜索引擎传递信号也不如重定向可靠。',
  },
  'viewport-missing': {
    title: '缺少 viewport 元标记',
    fix: '在 head 中添加 <meta name="viewport" content="width=device-width, initial-scale=1">。否则手机会按桌面宽度渲染页面，访问者需要放大才能阅读。',
  },
  'charset-missing': {
    title: '未声明字符编码',
    fix: '在 head 开头（前 1,024 字节内）添加 <meta charset="utf-8">，或在 Content-Type 响应头中添加 charset=utf-8。否则浏览器和爬虫只能猜测编码，可能显示乱码。',
  },
  'doctype-missing': {
    title: '页面没有 doctype 声明',
    fix: '以 <!doctype html> 作为页面的第一行。否则浏览器会进入怪异模式，按上世纪九十年代的规则排版。',
  },
  'link-empty': {
    title: '链接没有锚文本',
    fix: '为链接添加文本，或为其中的图片添加 alt；图标链接需要 aria-label。搜索引擎通过锚文本了解目标页面的内容，屏幕阅读器在没有文本时只能读出网址。',
  },
  'link-fragment-missing': {
    title: '链接指向页面中不存在的锚点',
    fix: '为链接应到达的元素设置这个 id，或改正链接。页面中没有元素使用该 id，点击后不会有任何反应。',
  },
  'link-tracking-parameters': {
    title: '站内链接带有跟踪参数',
    fix: '链接到不带这些参数的网址。站内链接上的跟踪参数会覆盖分析工具中访问的真实来源，并使搜索引擎以多个网址抓取同一页面。',
  },
  'link-insecure': {
    title: '通过 http 链接到其他网站',
    fix: '如果对方网站支持 https，请链接到 https 网址。访问者点击后会离开加密连接，浏览器会先发出警告或进行重定向。',
  },
  'form-insecure': {
    title: '表单数据未加密发送',
    fix: '通过 https 提供页面，并将表单提交到 https 网址。网络中的任何人都能读取访问者输入的内容，浏览器也会在提交前发出警告。',
  },
  'robots-conflicting': {
    title: '页面的 robots 指令互相矛盾',
    fix: '只保留互相矛盾的指令之一。搜索引擎会采用限制更严的指令，因此即使另一条指令允许，页面也可能不出现在搜索结果中。',
  },
  'noindex-by-header': {
    title: '页面的 X-Robots-Tag 响应头含有 noindex',
    fix: '如果页面应被找到，请在服务器配置中从 X-Robots-Tag 响应头去掉 noindex。搜索引擎会将页面移出搜索结果，而页面源代码中看不出原因。',
  },
  'nofollow-page': {
    title: 'nofollow 作用于整个页面',
    fix: '从 robots 指令中去掉 nofollow，必要时只为个别链接添加 rel="nofollow"。目前页面上的所有链接（包括站内链接）都不传递权重。',
  },
  'compression-missing': {
    title: 'HTML 未经压缩传输',
    fix: '在服务器或 CDN 中为文本启用 Brotli 或 gzip。压缩后的 HTML 约为原大小的四分之一，页面加载更快，爬虫在相同时间内能读取更多页面。',
  },
  'caching-missing': {
    title: '响应没有缓存相关的响应头',
    fix: '发送 ETag 或 Last-Modified，以及适合该页面的 Cache-Control（例如 no-cache）。否则即使页面没有变化，浏览器和爬虫也会重新下载整个页面。',
  },
  'url-long': {
    title: '网址超过 115 个字符',
    fix: '将路径缩短为关键的词，并重定向旧网址。过长的网址在搜索结果中和分享时会被截断。',
  },
  'url-upper-case': {
    title: '网址包含大写字母',
    fix: '网址只使用小写字母，并重定向旧网址。服务器区分大小写，大小写不同的链接会失效或产生重复页面。',
  },
  'url-underscore': {
    title: '网址用下划线分隔单词',
    fix: '用连字符代替下划线，并重定向旧网址。搜索引擎能识别连字符两侧的单词，而会把下划线相连的单词视为一个词。',
  },
  'url-space': {
    title: '网址路径包含空格',
    fix: '用连字符代替空格，并重定向旧网址。空格会变成 %20，直接含有空格的链接在分享时会断开。',
  },
  'url-non-ascii': {
    title: '网址包含非 ASCII 字符',
    fix: '如果网址经常被分享或印刷，请使用 ASCII 字母。其他字符虽然有效，但复制后会变成 %E9%A1%B5 这样的长串，编码不同的链接还会失效。',
  },
  'url-double-slash': {
    title: '网址包含连续的斜杠',
    fix: '改正拼接网址的模板，并将该网址重定向到只有单个斜杠的网址。多数服务器对两者返回同一页面，造成重复内容。',
  },
  'url-session-parameter': {
    title: '网址包含会话 ID',
    fix: '将会话保存在 Cookie 中，并将该网址重定向到不带会话 ID 的网址。否则搜索引擎每次访问都会得到同一页面的新网址，把抓取浪费在重复页面上。',
  },
  'image-dimensions-missing': {
    title: '图片缺少 width 和 height 属性',
    fix: '添加 width 和 height 属性，写明图片的像素尺寸，即使 CSS 会缩放图片。浏览器会据此预留空间，图片加载后下方的文字不会跳动（累积布局偏移 CLS）。',
  },
  'heading-level-skipped': {
    title: '标题层级有跳跃',
    fix: '使用比上一个标题低一级的层级，并用 CSS 调整字号。屏幕阅读器和搜索引擎把层级当作页面的大纲，现在大纲中缺少一级。',
  },
  'title-equals-h1': {
    title: '标题与 h1 相同',
    fix: '在 title 中写搜索者选择页面时需要的内容（例如品牌或另一个搜索词），在 h1 中写读者在页面上看到的内容。两处文字相同，会少一次被搜索到的机会。',
  },
  'dom-large': {
    title: '页面元素过多（DOM 过大）',
    fix: '删除没有作用的包裹元素，将长列表分页或按需加载。过大的 DOM 占用内存，使手机上的每次更新和点击都变慢。',
  },
  'javascript-shell': {
    title: '不运行 JavaScript 时页面为空',
    fix: '在服务器端渲染内容，或生成静态页面。本审计不运行脚本，看到的页面与不渲染的爬虫相同：AI 爬虫和大多数其他搜索引擎在此找不到文字和链接，Google 也要经过第二步才能找到。',
  },
  'soft-404': {
    title: '错误页面返回状态码 200（软 404）',
    fix: '页面不存在时返回 404 或 410，或重定向到替代它的页面。返回 200 时，搜索引擎会像对待正常页面一样抓取和收录错误页面，浪费抓取预算。',
  },
};
