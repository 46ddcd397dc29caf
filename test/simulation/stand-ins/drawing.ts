/** Stands in for the renderer of drawings, which is a process of its own. */
export const isDrawing = (content: Uint8Array): boolean => content[0] === '<'.charCodeAt(0);
export const renderDrawing = (drawing: Uint8Array): Promise<Uint8Array> => Promise.resolve(drawing);
