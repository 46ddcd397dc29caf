import { PassThrough } from 'node:stream';
import { readMultipart } from '/work/main/api/http/multipart.ts';
import { openFileStore } from '/work/main/outside/files/index.ts';
const store=openFileStore({folder:'/tmp/rev/files'});
process.on('uncaughtException',e=>{console.log('UNCAUGHT',e.stack?.split('\n').slice(0,4).join('|'), JSON.stringify(last).slice(0,400));});
let last='';
const toks=['--x','--x--','\r\n','\r\n\r\n','\n','Content-Disposition: form-data','; name="a"','; name=a','; name','; name="','; filename="b"','; filename','; filename=','; filename*=',"UTF-8''a%zz","; filename*=x''%ff",'Content-Type: text/plain','; charset','; charset=','; charset=utf-16le','; charset=x-none','; charset="','Content-Type:','Content-Disposition:','Content-Transfer-Encoding: base64','Content-Transfer-Encoding:','; name="logo"; filename="q"','hello','\0','\xff',';','=','"','\\','\t',' ','; charset=gb18030','; charset=iso-8859-1','Content-Disposition: form-data; name="a"\r\n\r\nv\r\n','Content-Disposition: form-data; name="logo"; filename="q"\r\n\r\nv\r\n', '; name*=','; name*0=a','; filename*0*=a',"'","''"];
const R=(n:number)=>Math.floor(Math.random()*n);
const stats:any={};
for(let i=0;i<20000;i++){
  let body='--x\r\n';const k=R(14);for(let j=0;j<k;j++){body+=toks[R(toks.length)]; if(R(4)===0)body+='\r\n';}
  if(R(2))body+='\r\n--x--\r\n';
  last=body;
  const req:any=new PassThrough();req.headers={'content-type':'multipart/form-data; boundary=x'};req.complete=false;
  const p=readMultipart(req,{field:'logo',maxFiles:1,maxBytes:100,timeoutMs:30},store).then((r:any)=>{const s=r.refused?(r.refused.code??'invalid'):'ok';r.discard?.();return s},(e:any)=>'threw '+e.message.slice(0,80));
  const buf=Buffer.from(body,'latin1');const cut=R(buf.length);req.write(buf.subarray(0,cut));req.complete=true;req.end(buf.subarray(cut));
  const s=await p;stats[s]=(stats[s]??0)+1;
}
console.log(stats);process.exit(0)
