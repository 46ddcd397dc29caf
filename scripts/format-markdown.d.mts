export const WIDTH: number;
export function listMarkdownFiles(root: string, folder?: string): readonly string[];
export function formatMarkdown(text: string): string;
