import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../fixtures/pages');

/**
 * In a `<noscript>` of the head with what ends the head, our analysis means to see what a browser with scripts sees
 * (functions/shared/website/page/html-tree.ts): these are not asked for.
 */
const MEANT_OTHERWISE = ['head-noscript.html'];

/** Pages that break the rules of HTML, a rule or two each. */
const WRITTEN = [
  '<svg><title>In an image</title></svg><title>Of the page</title><p>x',
  '<svg><title>Only in an image</title></svg>',
  '<title>One</title><title>Two</title>',
  '<title>Open <b>title<h1>x</h1>',
  '<title>&lt;Shop&gt; &amp; caf&eacute; &copy 2020 &notin; &#x1F600; &#150;</title>',
  '<title/>Self-closed</title><h1>x</h1>',
  '<body><title>In the body</title><h1>x</h1>',
  '<p>Text<meta name=robots content=noindex><title>Late</title><link rel=canonical href=/late>',
  '<meta name=robots content=noindex><p>Text<meta name=robots content=index>',
  '<div></div><head><meta name=description content="too late"></head>',
  '<head></head><meta name=description content="behind the head"><body><h1>x',
  '<html><head><title>x</title><body><head><link rel=canonical href=/second></head>',
  '<head><img src=ends-head><meta name=robots content=noindex></head>',
  '<head><custom-element></custom-element><link rel=canonical href=/x></head>',
  '<link rel=CANONICAL href=/upper><META NAME=Robots CONTENT=None>',
  '<link rel="canonical" href=""><link rel="canonical" href="/second">',
  '<meta name=description content=unquoted words><meta name="description" content="second">',
  '<meta name="description content="broken quote"><meta name=robots content=noindex>',
  "<meta name='description' content='it's'><a href='a'b'>x</a>",
  '<meta name=description content="a > b"><h1 title="</h1>">x</h1>',
  '<a href=x/>one</a><a href="y"class=z>two</a><a href = z >three</a>',
  '<a href="open>never closed</a><a href=next>x</a>',
  '<a href=a href=b>twice</a><img src=1 SRC=2>',
  '<a href="?a=1&copy=2&lt=3&amp;b">x</a><a href=/x?y&#x3d;z>y</a>',
  '<a href=one>one<a href=two>two<a href=three>three',
  '<a href=one><p>a block</a> behind</p><p>more',
  '<p><a href=one>open<p>again<p>and again</a>',
  '<div><a href=x><div><p>deep</div></a>y</div><h1>z',
  '<a href=x><table><tr><td><a href=y>in a cell</a></table>z</a>',
  '<table><a href=x>beside cells</a><tr><td><h1>cell</h1><img src=a></table>',
  '<table><tr><h1>beside cells</h1><td>x<table><td><img src=inner>',
  '<h1>One<h1>Two</h1>Three</h1>',
  '<h1>One<h2>Two</h1>Three',
  '<h1>One</h3>Two</h1>',
  '<h1><p>Paragraph</h1>outside</p>',
  '<h1><div>Two<h1>Inner</h1></div>three</h1>',
  '<b><h1>Bold</b> not bold</h1><i><a href=x></i>y</a>',
  '<ul><li><h1>One<li>Two</h1></ul><p><li>x',
  '<button><h1>a<button>b</h1>c',
  '<select><option><a href=x>link</a><h1>x</h1><img src=y></select>',
  '<select><h1>a</select>b</h1><select>c<input><img src=z>',
  '<form><h1>x<form>y</h1></form>z',
  '<svg><a href=x><image src=no><img src=breaks-out><h1>x',
  '<svg><desc><h1>HTML</h1></desc><foreignObject><a href=in>x</a></svg><h1>y',
  '<svg><script><a href=s></script><style><h1>x</style></svg><a href=t>',
  '<math><mi><a href=in-text>x</a></mi><a href=no></a><annotation-xml encoding=text/html><h1>x',
  '<svg><![CDATA[<h1>text</h1>]]></svg><![CDATA[<h1>comment]]></h1>',
  '<!-- a -- b --!><h1>x</h1><!--><h1>y</h1><!---><h1>z</h1><!-- <h1>no</h1>',
  '<!doctype html public ""><!doctype><?php echo "<h1>"; ?><h1>x</h1></ h1>',
  '<script><!-- <script>"</script><h1>no</h1>"--></script><h1>yes</h1>',
  '<script>"<!--"</script><h1>x</h1><script>"<\\/script>"</script><h1>y',
  '<style><h1>no</h1></STYLE ><textarea><h1>no</h1></textarea><h1>yes',
  '<noscript><h1>No scripts</h1><img src=pixel></noscript><h1>x',
  '<template><h1>inert</h1><a href=x><img src=y></template><h1>z',
  '<template><title>inert</title></template><title>Real</title>',
  '<iframe><h1>no</h1></iframe><noembed><a href=no></noembed><xmp><img src=no></xmp><h1>x',
  '<image src=really-img><h1>\0nul\0</h1><a href="a\0b">x</a>',
  '<h1>a\r\nb\rc</h1><a href="x\r\ny">z</a>',
  '<frameset><frame src=x><noframes><h1>no</h1></noframes></frameset>',
  '<h1>x</h1></body></html><a href=after>after the end</a><meta name=robots content=late>',
  '</p></br><h1>x</h1></h1></div></html><img src=y>',
  '<plaintext><h1>no</h1></plaintext><a href=no>',
  '<h1>5 < 6 & 7 > 3 <3 </3></h1><p>a<b<c>d',
  '<p>unfinished <a href=x>link</a><img src="end',
  '<base href=/one/><base href=/two/><link rel=canonical href=c><img>',
];

/** @returns pages for which a browser's tree and a naive one differ */
export function malformedPages(): string[] {
  const fixtures = readdirSync(FIXTURES).filter((name) => !MEANT_OTHERWISE.includes(name));
  return [...WRITTEN, ...fixtures.toSorted().map((name) => readFileSync(join(FIXTURES, name), 'utf8'))];
}
