/** Text, or a code block with the words behind its fence. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly info: string; readonly text: string };

/** Splits Markdown at the code blocks that begin at the margin. */
export function splitBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let [lines, info]: [string[], string | null] = [[], null];
  const end = () => {
    const text = lines.join('\n');
    if (info !== null) blocks.push({ kind: 'code', info, text });
    else if (lines.length > 0) blocks.push({ kind: 'text', text });
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('```')) lines.push(line);
    else {
      end();
      info = info === null ? line.slice(3).trim() : null;
    }
  }
  end();
  return blocks;
}
