// The namespace `figures`: specifications of standard figures, and `draw`, which turns one into an SVG text.

export { figure as draw } from '../output/figure/figure.ts';
export {
  comparisonFigure as comparison,
  energyErrorFigure as energyError,
  phasePlaneFigure as phasePlane,
  residualFigure as residuals,
  trajectoryFigure as trajectory,
  workPrecisionFigure as workPrecision,
} from '../output/standard-figures.ts';
