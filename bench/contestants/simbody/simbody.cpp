/* simbody joints|rods TASK
   Simbody's multibody dynamics, in joint coordinates (pins; a ball for the top; a planar joint for the free end of the
   six-node chain) or with free points and rods between them. The settings of the task are accuracies of its integrator,
   Runge-Kutta-Merson, the one its manual recommends. */
#include <Simbody.h>

#include <memory>
#include <string>
#include <vector>

#include "../c/task.h"

using namespace SimTK;

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  std::vector<MobilizedBody> body; /* that a point belongs to */
  std::vector<Vec3> place;         /* of a point in its body */
  State start;
};

struct Run {
  const points *p;
  Model model;
  std::unique_ptr<Integrator> integrator;
};

static Vec3 at(const points *p, const double *r, int i) {
  return p->dimension == 3 ? Vec3(r[3 * i], r[3 * i + 1], r[3 * i + 2]) : Vec3(r[2 * i], r[2 * i + 1], 0);
}

static MassProperties point_masses(const std::vector<Vec3> &place) {
  Inertia inertia(0);
  Vec3 centre(0);
  for (const Vec3 &r : place) {
    inertia += Inertia::pointMassAt(r, 1);
    centre += r / Real(place.size());
  }
  return MassProperties(Real(place.size()), centre, inertia);
}

/* ---- joint coordinates ---- */

/* One body along each rod, its point at the far end; the first carries both ends where nothing holds it. */
static void add_pins(Model &m, const points *p) {
  MobilizedBody before = m.matter.Ground();
  Vec3 end(0);
  for (int i = 0; i < p->rods; i++) {
    const Vec3 tip(std::sqrt(p->rod[i].squared), 0, 0);
    if (p->rod[i].a == 0 && i == 0) {
      before = MobilizedBody::Planar(before, Transform(), Body::Rigid(point_masses({Vec3(0), tip})), Transform());
      m.body.push_back(before);
      m.place.push_back(Vec3(0));
    } else {
      before = MobilizedBody::Pin(before, Transform(end), Body::Rigid(point_masses({tip})), Transform());
    }
    m.body.push_back(before);
    m.place.push_back(tip);
    end = tip;
  }
}

static void set_pins(Model &m, const points *p) {
  double above = 0;
  for (int i = 0; i < p->rods; i++) {
    const double angle = std::atan2(between(p, p->q, p->rod + i, 1), between(p, p->q, p->rod + i, 0));
    m.body[p->rod[i].b].setOneQ(m.start, 0, angle - above);
    above = angle;
  }
}

static void add_top(Model &m) {
  for (int i = 0; i < 3; i++) {
    double r[3];
    top_point(i, r);
    m.place.push_back(Vec3(r[0], r[1], r[2]));
  }
  const MobilizedBody top =
      MobilizedBody::Ball(m.matter.Ground(), Transform(), Body::Rigid(point_masses(m.place)), Transform());
  m.body.assign(3, top);
}

static void set_top(Model &m) {
  const Rotation rotation(top_tilt, XAxis);
  m.body[0].setQToFitRotation(m.start, rotation);
  m.body[0].setUToFitAngularVelocity(m.start, rotation * Vec3(0, 0, top_spin));
}

/* ---- rods ---- */

static void add_rods(Model &m, const points *p) {
  for (int i = 0; i < p->count; i++) {
    m.body.push_back(MobilizedBody::Translation(m.matter.Ground(), Transform(), Body::Rigid(point_masses({Vec3(0)})),
                                                Transform()));
    m.place.push_back(Vec3(0));
  }
  for (int i = 0; i < p->rods; i++) {
    const rod &r = p->rod[i];
    Constraint::Rod(r.a < 0 ? m.matter.Ground() : m.body[r.a], Vec3(0), m.body[r.b], Vec3(0), std::sqrt(r.squared));
  }
}

static void set_rods(Model &m, const points *p) {
  for (int i = 0; i < p->count; i++) {
    m.body[i].setQToFitTranslation(m.start, at(p, p->q, i));
    m.body[i].setUToFitLinearVelocity(m.start, at(p, p->v, i));
  }
}

/* ---- both ---- */

static void build(Model &m, const points *p, bool with_rods) {
  m.forces.setNumberOfThreads(1);
  if (with_rods) add_rods(m, p);
  else if (p->dimension == 3) add_top(m);
  else add_pins(m, p);
  const Vec3 up = p->dimension == 3 ? Vec3(0, 0, 1) : Vec3(0, 1, 0);
  if (p->gravity > 0) Force::UniformGravity(m.forces, m.matter, -p->gravity * up);
  if (p->spring > 0)
    for (int i = 0; i + 2 < p->count; i++)
      Force::TwoPointLinearSpring(m.forces, m.body[i], m.place[i], m.body[i + 2], m.place[i + 2], p->spring, 0);
  m.start = m.system.realizeTopology();
  m.system.realizeModel(m.start);
  if (with_rods) set_rods(m, p);
  else if (p->dimension == 3) set_top(m);
  else set_pins(m, p);
}

static const char *begin(solver *s, double setting, double) {
  Run &m = *static_cast<Run *>(s->self);
  try {
    m.integrator.reset(new RungeKuttaMersonIntegrator(m.model.system));
    m.integrator->setAccuracy(setting);
    m.integrator->setAllowInterpolation(false);
    m.integrator->setInternalStepLimit(1000);
    m.integrator->initialize(m.model.start);
  } catch (const std::exception &) {
    return "Simbody refuses the start";
  }
  return nullptr;
}

static const char *advance(solver *s, double t) {
  Run &m = *static_cast<Run *>(s->self);
  try {
    while (m.integrator->getTime() < t) {
      m.integrator->stepTo(t);
      if (is_late(s)) return too_slow;
    }
  } catch (const std::exception &) {
    return "Simbody's integrator could not make a step";
  }
  return nullptr;
}

static void state(solver *s, double *q, double *v) {
  const Run &m = *static_cast<Run *>(s->self);
  const State &now = m.integrator->getState();
  m.model.system.realize(now, Stage::Velocity);
  const int n = m.p->dimension;
  for (int i = 0; i < m.p->count; i++) {
    const Vec3 r = m.model.body[i].findStationLocationInGround(now, m.model.place[i]);
    const Vec3 u = m.model.body[i].findStationVelocityInGround(now, m.model.place[i]);
    for (int k = 0; k < n; k++) q[n * i + k] = r[k], v[n * i + k] = u[k];
  }
}

static long steps(solver *s) { return static_cast<Run *>(s->self)->integrator->getNumStepsTaken(); }

static int print_version() {
  int major, minor, build;
  SimTK_version_simbody(&major, &minor, &build);
  std::printf("Simbody %d.%d.%d\n", major, minor, build);
  return 0;
}

int main(int count, char **arguments) {
  if (count == 2 && std::string(arguments[1]) == "version") return print_version();
  if (count != 3) {
    std::fprintf(stderr, "usage: simbody joints|rods TASK\n");
    return 2;
  }
  const task t = read_task(arguments[2]);
  const points p = points_named(t.system, t.links);
  Run motion;
  motion.p = &p;
  build(motion.model, &p, std::string(arguments[1]) == "rods");
  solver s = {&motion, 0, begin, advance, state, steps, 1, nullptr};
  answer_all(&s, &t, &p);
  return 0;
}
