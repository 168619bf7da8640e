//! Whether a closer look pays: what it costs against the positions that need not be searched.
//!
//! Costs are counted in steps of the closer look, for each number of half-moves left apart. A position
//! that is given up saves as many others as were searched behind one of its kind on average. Where looks
//! have not paid so far, they may still cost a small part of what the search behind such positions does.

/// A searched position costs about as much as so many steps.
const POSITION: f64 = 4.0;

/// So many steps may be spent before anything is known.
const ADVANCE: f64 = 500.0;

/// The part of the search that may be spent on looks that do not pay.
const TRIAL: f64 = 0.03;

/// The accounts, by the number of half-moves left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    accounts: Vec<Account>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// Positions looked at, and those that were searched.
    visits: u64,
    searched: u64,
    /// Steps spent and saved.
    spent: f64,
    saved: f64,
}

impl Ledger {
    /// Notes a position; whether a closer look at it is worth while.
    #[inline]
    pub(crate) fn visit(&mut self, left: usize) -> bool {
        if self.accounts.len() <= left + 1 {
            self.accounts.resize(left + 2, Account::default());
        }
        self.accounts[left].visits += 1;
        let Account { spent, saved, .. } = self.accounts[left];
        // tests want to see all of them
        cfg!(test) || spent <= saved.max(ADVANCE) || spent <= saved + TRIAL * self.behind(left)
    }

    /// What the search with fewer half-moves left has cost.
    fn behind(&self, left: usize) -> f64 {
        let cost = |account: &Account| account.visits as f64 * POSITION + account.spent;
        self.accounts[..left].iter().map(cost).sum()
    }

    /// Notes that a position is searched.
    #[inline]
    pub(crate) fn search(&mut self, left: usize) {
        self.accounts[left].searched += 1;
    }

    /// Notes the steps of a closer look.
    pub(crate) fn spend(&mut self, left: usize, steps: u32) {
        self.accounts[left].spent += f64::from(steps);
    }

    /// Notes that a position need not be searched, thanks to a closer look at the position with so many
    /// half-moves left: itself or one before.
    pub(crate) fn save(&mut self, left: usize, looked: usize) {
        let searched = self.accounts[left].searched.max(1);
        let saved = POSITION + self.behind(left) / searched as f64;
        self.accounts[looked].saved += saved;
    }
}
