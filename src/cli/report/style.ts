/** The page's style sheet. Its colours are variables that the charts use too. */

const LIGHT =
  `--bg:#fff;--panel:#f6f8fa;--text:#1f2328;--muted:#59636e;--line:#d1d9e0;--axis:#818b98;
--grid:#e6eaef;--work:#0969da;--second:#8250df;--good:#1a7f37;--bad:#cf222e;--neutral:#9a6700;
--rate-limit:#bc4c00;--failed:#cf222e;--pause:#6e7781;--wait:#57a0a8;--waited:#d4a72c;--gap:#a475f9;--ended:#afb8c1;`;

const DARK =
  `--bg:#0d1117;--panel:#151b23;--text:#f0f6fc;--muted:#9198a1;--line:#3d444d;--axis:#6e7681;
--grid:#21262d;--work:#58a6ff;--second:#d2a8ff;--good:#56d364;--bad:#ff7b72;--neutral:#e3b341;
--rate-limit:#db6d28;--failed:#ff7b72;--pause:#8b949e;--wait:#76c7cf;--waited:#f2cc60;--gap:#a371f7;--ended:#484f58;`;

/** The style sheet, which must not contain a closing style tag. */
export const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:960px;margin:0 auto;padding:0 16px}
header{padding-top:24px}
h1{font-size:1.05rem;margin:0;color:var(--muted);font-weight:600;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:28px 0 4px}
p{margin:8px 0}
.why{font-size:1.5rem;line-height:1.35;font-weight:600;margin:8px 0;overflow-wrap:anywhere}
.badge{display:inline-block;font-size:.85rem;font-weight:700;padding:2px 10px;border-radius:12px;
border:2px solid currentColor;vertical-align:middle;margin-right:8px;white-space:nowrap}
.good{color:var(--good)}.bad{color:var(--bad)}.neutral{color:var(--neutral)}.open{color:var(--work)}
.lead{color:var(--muted)}.unknown{color:var(--muted);font-style:italic}
code,.mono{font:.875em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
dl.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:8px;margin:16px 0}
dl.figures div{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:8px 12px}
dl.figures dt,dl.facts dt{color:var(--muted);font-size:.85rem}
dl.figures dd{margin:0;font-size:1.15rem;font-weight:600}
dl.figures small{display:block;font-size:.8rem;font-weight:400;color:var(--muted)}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:12px 0}
dl.facts dd{margin:0;font-size:.9rem;overflow-wrap:anywhere;min-width:0}
figure{margin:8px 0}
figure svg{display:block;width:100%;height:auto;font:12px sans-serif}
figure .narrow,.phone{display:none}
ul.legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;margin:8px 0;padding:0;font-size:.85rem}
.swatch{display:inline-block;width:18px;height:12px;margin-right:6px;vertical-align:-1px}
#done~.scroll caption{position:absolute;left:-99em}
h3{font-size:1rem;margin:20px 0 4px}
details{margin:8px 0}
summary{cursor:pointer;color:var(--work)}
.part{border-top:1px solid var(--line);margin:8px 0;padding-top:8px}
.part>summary{color:var(--text)}
.part h2{display:inline;font-size:1.05rem;margin:0 6px 0 0}
.part h2+.lead{font-size:.9rem}
div.part{padding-left:1.05em}
ul.marks{list-style:none;margin:8px 0;padding:0}
ul.marks li{margin:2px 0;padding-left:1.3em;text-indent:-1.3em}
ul.marks li>span:first-child{display:inline-block;width:1.3em;text-indent:0}
.next{font-size:1.1rem;color:var(--text)}
:focus-visible{outline:3px solid var(--work);outline-offset:2px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;margin:8px 0}
caption{text-align:left;font-size:.8rem;color:var(--muted);padding:4px 0}
th,td{text-align:left;vertical-align:top;padding:3px 12px 3px 0;border-bottom:1px solid var(--line)}
table{overflow-wrap:normal}th{white-space:nowrap}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.t{white-space:nowrap}td.w{min-width:16em;overflow-wrap:anywhere}
td ul{margin:0;padding-left:1.1em}
footer{color:var(--muted);font-size:.85rem;padding-bottom:32px;margin-top:40px}
@media (max-width:640px){
.why{font-size:1.25rem}dl.facts{grid-template-columns:1fr}dl.facts dd{margin-bottom:6px}
figure .wide{display:none}figure .narrow{display:block}
#done~.scroll thead{display:none}#done~.scroll tr{display:block;border-bottom:1px solid var(--line);padding:4px 0}
#done~.scroll td{display:block;border:0;padding:0 0 0 1.3em}#done~.scroll td:first-child{padding-left:0;font-size:1rem}#done~.scroll td:empty{display:none}
.phone{display:inline!important}
}
@media print{
:root{color-scheme:light;${LIGHT}}
body{font-size:11pt}main,header,footer{max-width:none;padding:0}
figure .wide{display:block}figure .narrow{display:none}
.scroll{overflow:visible}table{font-size:8.5pt}td.w{min-width:0}th,td{padding-right:8px}
section,figure,dl.figures div,tr{break-inside:avoid}section:has(table){break-inside:auto}
details:not([open]):not(.part){display:none}details.part::details-content{content-visibility:visible}
.part>summary{list-style:none}h2{break-after:avoid}.swatch,.badge{print-color-adjust:exact}
svg{print-color-adjust:exact}
}
`;
