import { describe, expect, test } from 'vitest';
import { listOfPieces, man, materialOf, orthodoxField, readPlacement } from './placement';

const read = (fen: string) => {
  const placement = readPlacement(fen);
  if (!placement) throw new Error(`not read: ${fen}`);
  return placement;
};

describe('FEN', () => {
  test('has its men on their squares', () => {
    const { men } = read('4k3/8/8/8/8/8/8/R3K1N1 w Q - 0 1');
    expect([...men.keys()].sort()).toEqual(['a1', 'e1', 'e8', 'g1']);
    expect(men.get('g1')).toEqual(man('S', 'white'));
    expect(men.get('e8')).toEqual(man('K', 'black'));
  });

  test('is written as it was read', () => {
    for (const field of ['8/8/8/8/2r5/8/2k5/K6Q', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR']) {
      expect(orthodoxField(read(`${field} w - -`))).toBe(field);
    }
  });

  test('may have underscores for blanks', () => {
    expect(read('4k3/8/8/8/8/8/8/4K3_w_-_-').men.size).toBe(2);
  });

  test.each(['', '8/8', '9/8/8/8/8/8/8/8', '4x3/8/8/8/8/8/8/8', '44k/8/8/8/8/8/8/8'])(
    '%j is none',
    (fen) => {
      expect(readPlacement(fen)).toBeUndefined();
    },
  );
});

describe('extended FEN', () => {
  // the positions of the rules' own documentation
  test('has kinds of two letters, neutral men and letters of composers', () => {
    const { men } = read('8x8 4k3/8/4g3/8/2.NH5/5=s2/8/4K3 w - - 0 1');
    expect(men.get('e6')).toEqual(man('G', 'black'));
    expect(men.get('c4')).toEqual(man('NH', 'white'));
    expect(men.get('f3')).toEqual(man('S', 'neutral'));
  });

  test('has boards of other sizes with numbers of two digits', () => {
    const { files, ranks, men } = read('10x10t 10/10/4k5/10/10/10/10/10/3R6/4K5 w - - 0 1');
    expect([files, ranks]).toEqual([10, 10]);
    expect(men.get('e8')?.colour).toBe('black');
    expect(men.get('d2')).toEqual(man('R', 'white'));
  });

  test('has royal men and kinds named by digits', () => {
    const { men } = read('8x8v 3!b4/8/8/8/+.157/8/8/3K4 b - - 0 1');
    expect(men.get('d8')).toEqual(man('B', 'black', true));
    expect(men.get('a4')).toEqual(man('15', 'white'));
  });

  test('has attributes in braces', () => {
    const { men } = read('8x8 4k3/8/4{Bul}g3/8/8/5={Chameleon+Anda}s2/8/4K3 w - - 0 1');
    expect(men.get('e6')?.attributes).toEqual(['Bul']);
    expect(men.get('f3')).toMatchObject({ colour: 'neutral', attributes: ['Chameleon', 'Anda'] });
  });
});

describe('a list of pieces', () => {
  test('names colours, kinds and squares', () => {
    const placement = read('8x8 4k3/8/4g3/8/2.NH5/5=s2/PP6/4K3 w - - 0 1');
    expect(listOfPieces(placement)).toBe('White Ke1 Pa2b2 NHc4 Black Ke8 Ge6 Neutral Sf3');
  });

  test('says Royal before each such man, and attributes behind those without', () => {
    const placement = read('8x8 3!b4/8/4{Bul}g3/8/6g1/8/8/3K4 b - - 0 1');
    expect(listOfPieces(placement)).toBe('White Kd1 Black Royal Bd8 Gg4 Bul Ge6');
  });
});

test('the material is White’s men and then Black’s', () => {
  expect(materialOf(read('8/2R5/8/8/7k/3K4/8/4n3 w - -'))).toBe('KRKN');
});
