/** Tells how far a long command is: in place at a terminal, else a line now and then. */
export function tellProgress(): { readonly tell: (text: string) => void; readonly end: () => void } {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 100 : 2_000;
  let lastAt = -Infinity;
  return {
    tell(text) {
      if (performance.now() - lastAt < everyMs) return;
      lastAt = performance.now();
      process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (isTerminal && lastAt > 0) process.stderr.write('\r\u001b[K');
    },
  };
}
