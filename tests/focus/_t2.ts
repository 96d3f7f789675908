import { readMarkdown } from "../../src/focus/markdown.ts";
const sec=(n:number)=>Array.from({length:n},(_, i)=>`## Section ${i}\n\nSome prose about the section that is finished for a bit, with \`code\`.\nAnd a second line.\n\n`+Array.from({length:10},(_, i)=>`- [${i%2?"x":" "}] item number ${i} with text, a **bold** word and \`src/file.ts\`\n  - detail of it`).join("\n")).join("\n\n");
const kind=Deno.args[0];
const s = kind==="none"?"":kind==="7k"?sec(8):kind==="1MB"?sec(1100):kind==="5MB"?sec(5300):Array.from({length:99999},(_, i)=>`- [${i%2?"x":" "}] item number ${i} with text`).join("\n");
const b=new TextEncoder().encode(s);
const t=performance.now();
if(kind!=="none") await readMarkdown(b);
console.log(kind, s.length, (performance.now()-t).toFixed(0));
