//! Recognises the things of the last look in the present page: by their node if it still means the same, else by the one element that means the same,
//! else as the same control in another state. What is not recognised beyond doubt is new.

use std::collections::HashMap;
use std::rc::Rc;

use super::packed::Known;
use super::thing::{Beside, Fit, Still, Thing};

/// The uids of the things that are known, in their order. `here` was in the last look, `absent` in earlier ones.
pub(super) fn recognised(here: &[Known], absent: &[Known], things: &[(u32, Rc<Thing>)]) -> Vec<Option<u32>> {
    let address = things.first().map(|(_, thing)| &*thing.address);
    let mut matching = Matching {
        here,
        things,
        // What another page of the site showed is not here, whatever it was called.
        taken: here
            .iter()
            .map(|known| known.thing.as_deref().zip(address).is_some_and(|(was, at)| !was.outlasts(at)))
            .collect(),
        found: vec![None; things.len()],
        by_node: here.iter().enumerate().map(|(at, known)| (known.node, at)).collect(),
    };
    if !here.is_empty() {
        matching.nodes_that_stayed();
        matching.the_same_elsewhere();
        matching.the_same_less_described();
        matching.other_states();
    }
    let mut uids: Vec<Option<u32>> =
        matching.found.iter().map(|at| at.and_then(|at| here.get(at)).map(|known| known.uid)).collect();
    returned(absent, things, &mut uids);
    uids
}

struct Matching<'a> {
    here: &'a [Known],
    things: &'a [(u32, Rc<Thing>)],
    /// Which of the known ones were recognised.
    taken: Vec<bool>,
    /// The known one of each thing.
    found: Vec<Option<usize>>,
    by_node: HashMap<u32, usize>,
}

impl Matching<'_> {
    fn join(&mut self, new: usize, old: usize) {
        if let (Some(found), Some(taken)) = (self.found.get_mut(new), self.taken.get_mut(old)) {
            *found = Some(old);
            *taken = true;
        }
    }

    fn is_open(&self, new: usize) -> bool {
        self.found.get(new).is_some_and(Option::is_none)
    }

    fn is_left(&self, old: usize) -> bool {
        self.taken.get(old).is_some_and(|taken| !taken)
    }

    fn known(&self, at: usize) -> Option<&Thing> {
        self.here.get(at)?.thing.as_deref()
    }

    fn present(&self, at: usize) -> Option<&Thing> {
        self.things.get(at).map(|(_, thing)| &**thing)
    }

    /// The known thing of the same node, if it is left.
    fn of_node(&self, new: usize) -> Option<usize> {
        let (node, _) = self.things.get(new)?;
        self.by_node.get(node).copied().filter(|at| self.is_left(*at))
    }

    fn nodes_that_stayed(&mut self) {
        let mut unsure = Vec::new();
        for new in 0..self.things.len() {
            let Some((at, thing)) = self.of_node(new).zip(self.present(new)) else { continue };
            let still = match self.known(at) {
                Some(old) => old.is_still(thing),
                None if self.here.get(at).is_some_and(|known| known.meaning == thing.meaning) => Still::Yes,
                None => Still::No,
            };
            match still {
                Still::Yes => self.join(new, at),
                Still::IfAlone => unsure.push((new, at)),
                Still::No => {}
            }
        }
        if unsure.is_empty() {
            return;
        }
        let mut titles: HashMap<u64, usize> = HashMap::new();
        let (mut meanings, mut earlier): (HashMap<u32, usize>, HashMap<u32, usize>) = Default::default();
        self.here.iter().for_each(|known| *earlier.entry(known.meaning).or_default() += 1);
        for (_, thing) in self.things {
            *titles.entry(thing.titled()).or_default() += 1;
            *meanings.entry(thing.meaning).or_default() += 1;
        }
        for (new, at) in unsure {
            let is_alone = self.present(new).is_some_and(|thing| {
                let is_only = |times: &HashMap<u32, usize>| times.get(&thing.meaning) == Some(&1);
                let is_only_title = || titles.get(&thing.titled()) == Some(&1);
                if thing.is_in_row() { is_only(&meanings) && is_only(&earlier) } else { is_only_title() }
            });
            if is_alone {
                self.join(new, at);
            }
        }
    }

    /// Those that mean the same as one that went: alone before and now, or told apart by the words around them, or all drawn again in their order.
    fn the_same_elsewhere(&mut self) {
        let groups = self.groups(|known| Some(u64::from(known.meaning)), |thing| u64::from(thing.meaning));
        for Group { old, new } in groups {
            let is_left = |at: &usize| self.is_left(*at);
            let is_open = |at: &usize| self.is_open(*at);
            let (left, open): (Vec<usize>, Vec<usize>) =
                (old.iter().copied().filter(is_left).collect(), new.iter().copied().filter(is_open).collect());
            if left.is_empty() || open.is_empty() {
                continue;
            }
            if let ([one], [other], 1, 1) = (left.as_slice(), open.as_slice(), old.len(), new.len()) {
                if self.may_be(*one, *other) {
                    self.join(*other, *one);
                }
                continue;
            }
            self.told_apart(&old, &new);
            let is_redrawn = left.len() == old.len() && open.len() == new.len() && old.len() == new.len();
            let reads_alike = old.iter().zip(&new).all(|(old, new)| self.reads_alike(*old, *new));
            if is_redrawn && reads_alike {
                for (old, new) in old.iter().zip(&new) {
                    self.join(*new, *old);
                }
            }
        }
    }

    /// Of several that mean the same, joins those that the words around them or their author's data tell from the others.
    fn told_apart(&mut self, old: &[usize], new: &[usize]) {
        let mut telling: HashMap<u64, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for at in old {
            if let Some(thing) = self.known(*at) {
                telling.entry(thing.telling()).or_default().0.push(*at);
            }
        }
        for at in new {
            if let Some(thing) = self.present(*at) {
                telling.entry(thing.telling()).or_default().1.push(*at);
            }
        }
        for (old, new) in telling.values() {
            if let ([old], [new]) = (old.as_slice(), new.as_slice())
                && self.is_left(*old)
                && self.is_open(*new)
                && self.may_be(*old, *new)
            {
                self.join(*new, *old);
            }
        }
    }

    /// Those of one type and name in the whole page, before and now, where one look says less of the place, or a link leads elsewhere.
    fn the_same_less_described(&mut self) {
        let groups = self.groups(|known| known.thing.as_deref().map(Thing::titled), Thing::titled);
        for Group { old, new } in groups {
            if let ([old], [new]) = (old.as_slice(), new.as_slice())
                && self.is_left(*old)
                && self.is_open(*new)
                && self.may_be(*old, *new)
                && self.known(*old).zip(self.present(*new)).is_some_and(|(old, new)| old.fit(new) != Fit::Other)
            {
                self.join(*new, *old);
            }
        }
    }

    /// The same control in another state: in the same place, its name another form of the same words, with no other that it could be.
    fn other_states(&mut self) {
        for new in 0..self.things.len() {
            if !self.is_open(new) {
                continue;
            }
            if let Some(old) = self.of_node(new)
                && self.known(old).zip(self.present(new)).is_some_and(|(old, new)| {
                    old.fit(new) == Fit::Same && old.is_state_of(new, true) && old.may_be(new)
                })
            {
                self.join(new, old);
            }
        }
        let groups = self.groups(|known| known.thing.as_deref().map(Thing::placed), Thing::placed);
        for Group { old, new } in groups {
            let left: Vec<usize> = old.iter().copied().filter(|at| self.is_left(*at)).collect();
            let open: Vec<usize> = new.iter().copied().filter(|at| self.is_open(*at)).collect();
            // In most places nothing changed, and where much did nobody can say what became of what.
            if left.is_empty() || open.is_empty() || left.len() * 3 > old.len().max(6) {
                continue;
            }
            for at in &open {
                let Some(thing) = self.present(*at) else { continue };
                let could = |old: &&usize| {
                    self.is_left(**old)
                        && self.known(**old).is_some_and(|old| {
                            let is_state = old.is_state_of(thing, false);
                            let is_keyed = old.is_kind_of(thing) && old.has_key_of(thing);
                            (is_state || is_keyed) && old.may_be(thing)
                        })
                };
                let mut candidates = left.iter().filter(could);
                if let (Some(only), None) = (candidates.next().copied(), candidates.next()) {
                    let rivals = open.iter().filter(|other| *other != at && self.is_open(**other)).filter(|other| {
                        self.known(only).zip(self.present(**other)).is_some_and(|(old, new)| {
                            old.is_state_of(new, false) || (old.is_kind_of(new) && old.has_key_of(new))
                        })
                    });
                    if rivals.count() == 0 {
                        self.join(*at, only);
                    }
                }
            }
        }
    }

    /// Whether nothing but the node speaks against it.
    fn may_be(&self, old: usize, new: usize) -> bool {
        match self.known(old).zip(self.present(new)) {
            Some((old, new)) => old.may_be(new),
            // After a restart the meaning says it all.
            None => true,
        }
    }

    fn reads_alike(&self, old: usize, new: usize) -> bool {
        self.known(old).zip(self.present(new)).is_some_and(|(old, new)| {
            old.leads_where(new) && old.may_be(new) && old.fit(new) == Fit::Same && old.beside(new) == Beside::Same
        })
    }

    /// Known and present things by a property, in the page's order.
    fn groups(&self, of_old: impl Fn(&Known) -> Option<u64>, of_new: impl Fn(&Thing) -> u64) -> Vec<Group> {
        let any_left = self.taken.iter().any(|taken| !taken);
        let any_open = self.found.iter().any(Option::is_none);
        if !any_left || !any_open {
            return Vec::new();
        }
        let mut by: HashMap<u64, Group> = HashMap::new();
        for (at, (_, thing)) in self.things.iter().enumerate() {
            by.entry(of_new(thing)).or_default().new.push(at);
        }
        for (at, known) in self.here.iter().enumerate() {
            if let Some(group) = of_old(known).and_then(|key| by.get_mut(&key)) {
                group.old.push(at);
            }
        }
        let mut groups: Vec<Group> = by.into_values().filter(|group| !group.old.is_empty()).collect();
        super::order::sort_by_key(&mut groups, |group| group.new.first().copied());
        groups
    }
}

#[derive(Debug, Default)]
struct Group {
    old: Vec<usize>,
    new: Vec<usize>,
}

/// Gives what was there in an earlier look its uid back: the same node, or the only one of its meaning.
fn returned(absent: &[Known], things: &[(u32, Rc<Thing>)], uids: &mut [Option<u32>]) {
    if absent.is_empty() || uids.iter().all(Option::is_some) {
        return;
    }
    let mut of_meaning: HashMap<u32, Vec<&Known>> = HashMap::new();
    for known in absent {
        of_meaning.entry(known.meaning).or_default().push(known);
    }
    let mut alike: HashMap<u32, usize> = HashMap::new();
    for (_, thing) in things {
        *alike.entry(thing.meaning).or_default() += 1;
    }
    for ((node, thing), uid) in things.iter().zip(uids.iter_mut()).filter(|(_, uid)| uid.is_none()) {
        let meaning = thing.meaning;
        let known = of_meaning.get_mut(&meaning);
        let Some(known) = known else { continue };
        let is_it = |known: &&Known| known.thing.as_deref().is_none_or(|was| was.is_still(thing) == Still::Yes);
        let of_node = known.iter().position(|known| known.node == *node && is_it(known));
        let is_alone = known.len() == 1 && alike.get(&meaning) == Some(&1);
        let only = known.iter().position(is_it).filter(|_| is_alone);
        if let Some(at) = of_node.or(only) {
            *uid = Some(known.remove(at).uid);
        }
    }
}
