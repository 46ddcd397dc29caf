/** What a logo may be drawn with. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const ELEMENTS = words(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
`);

/** Left out, with what is in them kept: they only wrap. */
export const UNWRAPPED_ELEMENTS = words('a switch');

export const ELEMENTS_WITH_TEXT = words('text tspan textPath title desc');

export const ATTRIBUTES = words(`
  id class style version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
  dx dy rotate textLength lengthAdjust startOffset method spacing side pathLength transform
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits
  markerUnits markerWidth markerHeight refX refY orient marker-start marker-mid marker-end
  clip-path clip-rule mask mask-type fill fill-opacity fill-rule
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity
  opacity color color-interpolation display visibility overflow vector-effect paint-order shape-rendering
  text-rendering image-rendering mix-blend-mode isolation transform-origin
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  text-anchor text-decoration letter-spacing word-spacing writing-mode direction unicode-bidi
  dominant-baseline alignment-baseline baseline-shift
`);
