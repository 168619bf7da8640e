// Problems to begin with.

import { t } from '../strings';

export interface Example {
  name: string;
  text: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: t.solve.exampleNames.morphy,
    text: `BeginProblem
Author Paul Morphy
Pieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7b7
Stipulation #2
Option Variations Try
EndProblem
`,
  },
  {
    name: t.solve.exampleNames.castling,
    text: `BeginProblem
Pieces White Ke1 Rh1 Ph6 Black Kf8 Sb5 Ph7
Stipulation h#2
EndProblem
`,
  },
  {
    name: t.solve.exampleNames.circe,
    text: `BeginProblem
Pieces White Kh4 Qh1 Rb5c5 Black Kf2 Se8 Bb8 Pa7
Condition Circe
Stipulation #2
Option Variations
EndProblem
`,
  },
  {
    name: t.solve.exampleNames.grasshoppers,
    text: `BeginProblem
Pieces White Kc8 Gc1 Rc3 Black Ka1 Gd3 Pb2
Stipulation h#2
EndProblem
`,
  },
  {
    name: t.solve.exampleNames.cylinder,
    text: `BeginProblem
Option Topology cylinder
Pieces White Kc6 Rg1 Black Ka8
Stipulation h#1.5
Twin move g1 f1
EndProblem
`,
  },
  {
    name: t.solve.exampleNames.tenByTen,
    text: `BeginProblem
Option Board 10x10
Pieces White Kf7 Rh3 Be4 Sb3 Black Kj1 Pc5j2
Stipulation #2
Option Variations
EndProblem
`,
  },
];
