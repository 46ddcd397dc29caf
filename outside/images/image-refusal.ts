/**
 * Why an image is refused: not an image or damaged; unsupported type; too many pixels in total or per side; a drawing
 * that is too large or too expensive to render.
 */
export type ImageProblem =
  | 'not_an_image'
  | 'image_type_unsupported'
  | 'image_too_many_pixels'
  | 'image_side_too_long'
  | 'svg_unsafe';

export class ImageRefused extends Error {
  readonly problem: ImageProblem;
  constructor(problem: ImageProblem, cause?: unknown) {
    super(`The image was refused: ${problem}`, { cause });
    this.name = 'ImageRefused';
    this.problem = problem;
  }
}
