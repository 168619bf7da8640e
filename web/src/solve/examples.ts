// Problems to begin with.

export interface Example {
  name: string;
  text: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'Morphy: #2',
    text: `BeginProblem
Author Paul Morphy
Pieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7b7
Stipulation #2
Option Variations Try
EndProblem
`,
  },
  {
    name: 'Helpmate: h#2',
    text: `BeginProblem
Pieces White Kc3 Rb1 Black Ka3
Stipulation h#2
Option SetPlay
EndProblem
`,
  },
  {
    name: 'Circe: #2',
    text: `BeginProblem
Pieces White Kh4 Qh1 Rb5c5 Black Kf2 Se8 Bb8 Pa7
Condition Circe
Stipulation #2
Option Variations
EndProblem
`,
  },
  {
    name: 'Grasshoppers: h#2',
    text: `BeginProblem
Pieces White Kf6 Gd4 Ge2 Black Kh8 Gg7
Stipulation h#2
EndProblem
`,
  },
  {
    name: 'Twins on the cylinder: h#1.5',
    text: `BeginProblem
Option Topology cylinder
Pieces White Kc6 Rg1 Black Ka8
Stipulation h#1.5
Twin move g1 f1
EndProblem
`,
  },
  {
    name: 'Ten by ten: #2',
    text: `BeginProblem
Option Board 10x10
Pieces White Kh8 Qc3 Black Kj10
Stipulation #2
EndProblem
`,
  },
];
